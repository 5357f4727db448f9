// @ts-check
/**
 * Draws a table: the one place that touches the table's elements. Cards move by transforms alone; CSS makes the
 * transitions. Where the browser asks for less motion, CSS leaves them out and nothing here is animated.
 */

import { boxOf, layoutOf, spots } from "./layout.js";
import { lessMotion, likes } from "./likes.js";
import { COLUMNS, FOUNDATIONS, HIDDEN, PILES, STOCK, WASTE, isColumn } from "./state.js";
import { pileLabel, pileName } from "./words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {{x: number, y: number, z: number, up: boolean, face: string}} Drawn  `face` is a symbol. */

const SVG = "http://www.w3.org/2000/svg";
const CARDS = 52;
const IN_FLIGHT = 200; // added to the layer of a card that glides
const IN_HAND = 400; // and to that of a held one
const GLIDE_MS = 220; // a little longer than the longest transition
const DEAL_STEP_MS = 14; // from one dealt card to the next
const SHAKE_MS = 180;
const LARGE_BELOW = 72; // px of a card's width, under which indices are drawn large
const SEEN = 4; // cards of a pile without overlap that may show; the rest lie under them

export class Painter {
  /**
   * @param {HTMLElement} root  the empty felt
   * @param {number} draw  how many cards a draw turns
   * @param {{piles: "buttons" | "pictures"}} as  whether piles can be acted on
   */
  constructor(root, draw, as) {
    this.root = root;
    this.draw = draw;
    root.classList.add("is-bare"); // until there is a table to show
    this.sheet = document.body.dataset.cards ?? "";
    /** @type {Record<string, HTMLElement>} */
    this.piles = {};
    for (const pile of PILES) this.piles[pile] = root.appendChild(this.newPile(pile, as.piles));
    /** @type {HTMLElement[]} */
    this.cards = Array.from({ length: CARDS }, () => root.appendChild(this.newCard()));
    /** @type {(Drawn | undefined)[]} */
    this.drawn = Array(CARDS).fill(undefined);
    /** @type {Map<number, Point>} cards that lie elsewhere than the table says: held, or waiting where they were dropped */
    this.held = new Map();
    /** Known cards are shown even where they lie face down. */
    this.reveal = false;
    /** The empty stock takes the waste back no more, as far as one has been told. */
    this.spent = false;
    /** @type {Table | null} */
    this.table = null;
    /** @type {Map<number, number>} the paint that sent a card gliding, until it has landed */
    this.gliding = new Map();
    this.paints = 0;
    this.layout = this.measure();
    new ResizeObserver(() => this.resize()).observe(root);
  }

  /** @param {string} pile @param {"buttons" | "pictures"} as */
  newPile(pile, as) {
    const el = document.createElement("div");
    el.className = "pile";
    el.dataset.pile = pile;
    el.dataset.kind = kindOf(pile);
    el.setAttribute("role", as === "buttons" ? "button" : "img");
    if (as === "buttons") el.tabIndex = -1;
    el.setAttribute("aria-label", pileName(pile));
    if (FOUNDATIONS.includes(pile)) el.append(this.picture(`ghost-${pile}`, "pile-ghost"));
    if (pile === STOCK) el.append(this.picture("ghost-recycle", "pile-ghost"));
    return el;
  }

  newCard() {
    const el = document.createElement("div");
    el.className = "card";
    el.setAttribute("aria-hidden", "true");
    const back = document.createElement("div");
    back.className = "card-back";
    el.append(this.picture("", "card-face"), back);
    return el;
  }

  /** @param {string} name  a symbol of the card sheet, or "" to be named later @param {string} kind */
  picture(name, kind) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", kind);
    const use = svg.appendChild(document.createElementNS(SVG, "use"));
    if (name) use.setAttribute("href", `${this.sheet}#${name}`);
    return svg;
  }

  /** The layout for the room there is; CSS is told the size of a card. */
  measure() {
    const layout = layoutOf(this.root.clientWidth, this.root.clientHeight, this.draw, likes.hand === "left");
    this.root.style.setProperty("--card-w", `${layout.w}px`);
    this.root.style.setProperty("--card-h", `${layout.h}px`);
    return layout;
  }

  resize() {
    if (!this.root.clientWidth || !this.root.clientHeight) return;
    this.layout = this.measure();
    if (this.table) this.paint(this.table, { still: true });
  }

  /**
   * Shows a table; cards glide to their places unless `still`.
   * @param {Table} table
   * @param {{still?: boolean}} [how]
   */
  paint(table, { still = false } = {}) {
    this.table = table;
    this.root.classList.remove("is-bare");
    this.root.classList.toggle("still", still);
    this.paintPiles(table, still);
    const paint = ++this.paints;
    for (const pile of PILES) {
      const where = spots(this.layout, table, pile);
      table.piles[pile].forEach((token, i) => {
        const z = 1 + (pile === STOCK ? where.length - 1 - i : i);
        const face = table.faces[token];
        const peeked = this.reveal && !table.up[token] && face !== HIDDEN;
        const up = table.up[token] || peeked;
        if (this.paintCard(token, { ...where[i], z, up, face: this.symbol(face) }) && !still) this.gliding.set(token, paint);
        this.cards[token].classList.toggle("is-peeked", peeked);
        this.cards[token].classList.toggle("is-under", !isColumn(pile) && z < where.length - SEEN);
        this.layer(token);
        this.mark(token, pile, z, up ? face : HIDDEN);
      });
    }
    if (still) this.settle();
    else setTimeout(() => this.land(paint), GLIDE_MS);
  }

  /** Deals a fresh table out from the stock. @param {Table} table */
  deal(table) {
    this.root.classList.add("still");
    this.paintPiles(table, true);
    const { x, y } = this.layout.places[STOCK];
    table.faces.forEach((face, token) => this.paintCard(token, { x, y, z: 1, up: false, face: this.symbol(face) }));
    this.settle();
    this.paint(table);
    if (lessMotion()) return;
    const rows = COLUMNS.map((_, row) => COLUMNS.slice(row).map((pile) => table.piles[pile][row]));
    rows.flat().forEach((token, i) => (this.cards[token].style.transitionDelay = `${i * DEAL_STEP_MS}ms`));
    setTimeout(() => this.cards.forEach((el) => (el.style.transitionDelay = "")), CARDS * DEAL_STEP_MS);
  }

  /**
   * What is under the cards. A pile whose spoken name is the same holds the same, and is left alone unless `all` are wanted.
   * @param {Table} table
   * @param {boolean} all
   */
  paintPiles(table, all) {
    for (const pile of PILES) {
      const el = this.piles[pile];
      const box = boxOf(this.layout, table, pile);
      const label = pileLabel(table, pile);
      if (!all && el.getAttribute("aria-label") === label) continue;
      el.style.transform = `translate(${box.x}px, ${box.y}px)`;
      el.style.width = `${box.w}px`;
      el.style.height = `${box.h}px`;
      el.setAttribute("aria-label", label);
      el.classList.toggle("is-empty", !table.piles[pile].length);
    }
    const ghost = this.spent || !table.piles[WASTE].length ? "ghost-stop" : "ghost-recycle";
    const href = `${this.sheet}#${ghost}`;
    const use = this.piles[STOCK].querySelector("use");
    if (use?.getAttribute("href") !== href) use?.setAttribute("href", href);
  }

  /**
   * Draws one card; says whether it moved.
   * @param {number} token
   * @param {Drawn} next
   */
  paintCard(token, next) {
    const el = this.cards[token];
    const was = this.drawn[token];
    const { x, y } = this.held.get(token) ?? next;
    const moves = !was || was.x !== x || was.y !== y;
    if (!was || was.face !== next.face) this.paintFace(el, next.face);
    if (!was || was.up !== next.up) el.classList.toggle("is-up", next.up);
    if (moves) this.put(el, x, y);
    this.drawn[token] = { ...next, x, y };
    return moves;
  }

  /** The picture of a face, "" where it is not known. @param {string} face */
  symbol(face) {
    if (face === HIDDEN) return "";
    return this.layout.w < LARGE_BELOW || likes.index === "large" ? `${face}-L` : face;
  }

  /** @param {HTMLElement} el @param {string} symbol */
  paintFace(el, symbol) {
    const use = el.querySelector(".card-face use");
    if (symbol) use?.setAttribute("href", `${this.sheet}#${symbol}`);
    else use?.removeAttribute("href");
  }

  /** @param {HTMLElement} el @param {number} x @param {number} y */
  put(el, x, y) {
    el.style.transitionDelay = "";
    el.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  /** Held cards lie over gliding ones, and those over the rest. @param {number} token */
  layer(token) {
    const drawn = this.drawn[token];
    if (!drawn) return;
    const above = this.held.has(token) ? IN_HAND : this.gliding.has(token) ? IN_FLIGHT : 0;
    this.cards[token].style.zIndex = String(drawn.z + above);
  }

  /**
   * Says on a card's element what it shows and where it lies: counted from below, so that nothing changes under what is taken.
   * @param {number} token @param {string} pile @param {number} place @param {string} card
   */
  mark(token, pile, place, card) {
    const { dataset } = this.cards[token];
    if (dataset.card !== card) dataset.card = card;
    if (dataset.in !== pile) dataset.in = pile;
    if (dataset.at !== String(place)) dataset.at = String(place);
  }

  /** Cards that have glided to their places lie among the others again. @param {number} paint */
  land(paint) {
    for (const [token, sent] of this.gliding) {
      if (sent !== paint) continue;
      this.gliding.delete(token);
      this.layer(token);
    }
  }

  /** Lets the browser place everything without transitions before they are switched on again. */
  settle() {
    void this.root.offsetWidth;
    this.root.classList.remove("still");
  }

  /**
   * Holds cards where the pointer has them, whatever is painted.
   * @param {Map<number, Point>} points
   */
  hold(points) {
    for (const [token, { x, y }] of points) {
      const el = this.cards[token];
      const fresh = !this.held.has(token);
      this.held.set(token, { x, y });
      this.put(el, x, y);
      const drawn = this.drawn[token];
      if (drawn) this.drawn[token] = { ...drawn, x, y };
      if (fresh) {
        el.classList.add("is-lifted");
        this.layer(token);
      }
    }
  }

  /** Lets cards go again; the next paint brings them where they belong. @param {Iterable<number>} tokens */
  letGo(tokens) {
    for (const token of tokens) {
      if (this.held.delete(token)) this.cards[token].classList.remove("is-lifted");
    }
  }

  /** Shows which piles may take what is held, and which one would. @param {readonly string[]} piles @param {string | null} over */
  showTargets(piles, over) {
    for (const pile of PILES) {
      const last = this.table?.piles[pile].at(-1);
      for (const el of last === undefined ? [this.piles[pile]] : [this.piles[pile], this.cards[last]]) {
        el.classList.toggle("is-target", piles.includes(pile));
        el.classList.toggle("is-over", pile === over);
      }
    }
  }

  /** Shows which cards the keyboard has chosen, and whether it has picked them up. @param {readonly number[]} tokens @param {boolean} picked */
  showChosen(tokens, picked) {
    this.cards.forEach((el, token) => {
      el.classList.toggle("is-chosen", tokens.includes(token));
      el.classList.toggle("is-picked", picked && tokens.includes(token));
    });
  }

  /** Shows which cards a hint is about, and the empty pile it fills. @param {readonly number[]} tokens @param {string | null} [place] */
  showHint(tokens, place = null) {
    this.cards.forEach((el, token) => el.classList.toggle("is-hinted", tokens.includes(token)));
    for (const pile of PILES) this.piles[pile].classList.toggle("is-hinted", pile === place);
  }

  /** A pile that refuses a card shakes a little. @param {string} pile */
  refuse(pile) {
    if (lessMotion() || !this.piles[pile]) return;
    const shake = { translate: ["0", "-4px", "4px", "-2px", "0"] };
    const cards = (this.table?.piles[pile] ?? []).slice(-3).map((token) => this.cards[token]);
    for (const el of [this.piles[pile], ...cards]) el.animate(shake, { duration: SHAKE_MS, easing: "ease-out" });
  }
}

/** @param {string} pile */
function kindOf(pile) {
  if (pile === STOCK) return "stock";
  if (pile === WASTE) return "waste";
  return isColumn(pile) ? "column" : "foundation";
}
