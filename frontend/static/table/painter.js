// @ts-check
/**
 * Draws a table: the one place that touches the table's elements. Cards move by transforms alone; CSS makes the
 * transitions. Where the browser asks for less motion, CSS leaves them out and nothing here is animated.
 */

import { boxOf, layoutOf, spots } from "./layout.js";
import { lessMotion, likes } from "./likes.js";
import { COLUMNS, FOUNDATIONS, HIDDEN, PILES, RANKS, STOCK, WASTE, isColumn, rankOf } from "./state.js";
import { pileLabel, pileName } from "./words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Point} Point */
/**
 * @typedef {object} Drawn  How a card is drawn.
 * @property {number} x
 * @property {number} y
 * @property {number} z  its place in its pile, counted from below
 * @property {string} pile
 * @property {string} face
 * @property {boolean} up
 * @property {boolean} peeked  it lies face down, and is shown all the same
 * @property {boolean} under  others lie on it, so that nothing of it is seen
 */

const CARDS = 52;
const IN_FLIGHT = 200; // added to the layer of a card that glides
const IN_HAND = 400; // and to that of a held one
const GLIDE_MS = 220; // a little longer than the longest transition
const DEAL_STEP_MS = 14; // from one dealt card to the next
const SHAKE_MS = 180;
const LARGE_BELOW = 72; // px of a card's width, under which indices are drawn large
const SEEN = 4; // cards of a pile without overlap that may show; the rest lie under them
const PLACES = [...FOUNDATIONS, "recycle", "stop"]; // as they lie in cards/places.svg

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
    /** @type {Record<string, HTMLElement>} */
    this.piles = {};
    for (const pile of PILES) this.piles[pile] = root.appendChild(this.newPile(pile, as.piles));
    /** @type {HTMLElement[]} */
    this.cards = Array.from({ length: CARDS }, () => root.appendChild(this.newCard()));
    this.faces = this.cards.map((el) => /** @type {HTMLElement} */ (el.querySelector(".card-face")));
    /** @type {number[]} */
    this.layers = Array(CARDS).fill(0);
    /** @type {(Drawn | undefined)[]} */
    this.drawn = Array(CARDS).fill(undefined);
    /** @type {Map<number, Point>} cards that lie elsewhere than the table says: held, or waiting where they were dropped */
    this.held = new Map();
    /** @type {Set<number>} cards let go since the last paint */
    this.loose = new Set();
    /** Known cards are shown even where they lie face down. */
    this.reveal = false;
    this.revealed = false;
    /** The empty stock takes the waste back no more, as far as one has been told. */
    this.spent = false;
    /** @type {Record<string, string>} the pictures shown where piles are empty */
    this.ghosts = {};
    /** @type {Record<string, Set<HTMLElement>>} the elements that stand out, by the class that says so */
    this.marked = {};
    /** Whether cards are being dealt, one after the other. */
    this.dealing = false;
    /** @type {Table | null} */
    this.table = null;
    /** @type {Map<number, number>} the paint that sent a card gliding, until it has landed */
    this.gliding = new Map();
    this.paints = 0;
    this.layout = this.measure();
    new ResizeObserver(() => this.resize()).observe(root);
    root.addEventListener("transitionend", (event) => this.landed(event));
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
    if (FOUNDATIONS.includes(pile) || pile === STOCK) el.append(part("pile-ghost"));
    return el;
  }

  newCard() {
    const el = document.createElement("div");
    el.className = "card";
    el.setAttribute("aria-hidden", "true");
    const leaf = part("card-leaf");
    leaf.append(part("card-face"), part("card-back"));
    el.append(part("card-shade"), leaf, part("card-ring"));
    return el;
  }

  /** The layout for the room there is; CSS is told the size of a card. */
  measure() {
    const layout = layoutOf(this.root.clientWidth, this.root.clientHeight, this.draw, likes.hand === "left");
    this.root.style.setProperty("--card-w", `${layout.w}px`);
    this.root.style.setProperty("--card-h", `${layout.h}px`);
    this.root.classList.toggle("has-large-faces", layout.w < LARGE_BELOW || likes.index === "large");
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
    const before = this.table;
    this.table = table;
    if (!before) this.root.classList.remove("is-bare");
    const changed = still || !before ? PILES : PILES.filter((pile) => !holdsTheSame(table, before, pile));
    this.paintPiles(table, changed);
    const paint = ++this.paints;
    const all = still || this.reveal !== this.revealed;
    for (const pile of PILES) {
      if (!all && !changed.includes(pile) && !table.piles[pile].some((token) => this.loose.has(token))) continue;
      const where = spots(this.layout, table, pile);
      table.piles[pile].forEach((token, i) => {
        const z = 1 + (pile === STOCK ? where.length - 1 - i : i);
        const face = table.faces[token];
        const peeked = this.reveal && !table.up[token] && face !== HIDDEN;
        const under = !isColumn(pile) && z < where.length - SEEN;
        const { x, y } = this.held.get(token) ?? where[i];
        const glides = this.paintCard(token, { x, y, z, pile, face, up: table.up[token] || peeked, peeked, under }, still);
        if (glides && !still) this.gliding.set(token, paint);
        this.layer(token);
      });
    }
    this.loose.clear();
    this.revealed = this.reveal;
    if (!still && this.gliding.size) setTimeout(() => this.land(paint), GLIDE_MS);
  }

  /** Deals a fresh table out from the stock. @param {Table} table */
  deal(table) {
    this.root.classList.remove("is-bare"); // what is not displayed glides from nowhere
    this.paintPiles(table, PILES);
    const lying = { ...this.layout.places[STOCK], z: 1, pile: STOCK, up: false, peeked: false, under: false };
    table.faces.forEach((face, token) => this.paintCard(token, { ...lying, face }, true));
    void this.root.offsetWidth; // where they lie is where they glide from
    this.paint(table);
    if (lessMotion()) return;
    this.dealing = true;
    const rows = COLUMNS.map((_, row) => COLUMNS.slice(row).map((pile) => table.piles[pile][row]));
    rows.flat().forEach((token, i) => (this.cards[token].style.transitionDelay = `${i * DEAL_STEP_MS}ms`));
    setTimeout(() => {
      this.dealing = false;
      for (const el of this.cards) el.style.transitionDelay = "";
    }, CARDS * DEAL_STEP_MS);
  }

  /**
   * What is under the cards.
   * @param {Table} table
   * @param {readonly string[]} changed  the piles that do not hold what they held before
   */
  paintPiles(table, changed) {
    for (const pile of changed) {
      const el = this.piles[pile];
      const box = boxOf(this.layout, table, pile);
      el.style.transform = `translate(${box.x}px, ${box.y}px)`;
      el.style.width = `${box.w}px`;
      el.style.height = `${box.h}px`;
      el.setAttribute("aria-label", pileLabel(table, pile));
      el.classList.toggle("is-empty", !table.piles[pile].length);
      if (FOUNDATIONS.includes(pile)) this.paintGhost(pile, pile);
    }
    this.paintGhost(STOCK, this.spent || !table.piles[WASTE].length ? "stop" : "recycle");
  }

  /** The picture that shows where a pile is empty. @param {string} pile @param {string} name */
  paintGhost(pile, name) {
    if (this.ghosts[pile] === name) return;
    this.ghosts[pile] = name;
    placeStrip(/** @type {HTMLElement} */ (this.piles[pile].firstElementChild), PLACES.indexOf(name), PLACES.length);
  }

  /**
   * Draws one card, as far as it changes; says whether it moved. What its element says of where it lies is counted from
   * below, so that nothing changes under what is taken. Whether it lies still is its own affair: the felt's would have all
   * cards styled anew.
   * @param {number} token
   * @param {Drawn} next
   * @param {boolean} still
   */
  paintCard(token, next, still) {
    const el = this.cards[token];
    const was = this.drawn[token];
    const card = next.up ? next.face : HIDDEN;
    if (was?.face !== next.face) this.paintFace(token, next.face);
    if (was?.up !== next.up) el.classList.toggle("is-up", next.up);
    if (was?.peeked !== next.peeked) el.classList.toggle("is-peeked", next.peeked);
    if (was?.under !== next.under) el.classList.toggle("is-under", next.under);
    if (!was || card !== (was.up ? was.face : HIDDEN)) el.dataset.card = card;
    if (was?.pile !== next.pile) el.dataset.in = next.pile;
    if (was?.z !== next.z) el.dataset.at = String(next.z);
    const moves = was?.x !== next.x || was.y !== next.y;
    if (moves) this.put(el, next.x, next.y);
    if (still || moves || was?.up !== next.up) el.classList.toggle("is-still", still);
    this.drawn[token] = next;
    return moves;
  }

  /** @param {number} token @param {string} face  hidden where it is not known */
  paintFace(token, face) {
    const el = this.faces[token];
    el.className = face === HIDDEN ? "card-face" : `card-face of-${face[1]}`;
    if (face !== HIDDEN) placeStrip(el, rankOf(face), RANKS.length);
  }

  /** @param {HTMLElement} el @param {number} x @param {number} y */
  put(el, x, y) {
    if (this.dealing) el.style.transitionDelay = "";
    el.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  /** Held cards lie over gliding ones, and those over the rest. @param {number} token */
  layer(token) {
    const drawn = this.drawn[token];
    if (!drawn) return;
    const above = this.held.has(token) ? IN_HAND : this.gliding.has(token) ? IN_FLIGHT : 0;
    const layer = drawn.z + above;
    if (this.layers[token] === layer) return;
    this.layers[token] = layer;
    this.cards[token].style.zIndex = String(layer);
  }

  /** A card that has glided to its place lies among the others again, in the frame in which it arrives. @param {TransitionEvent} event */
  landed({ target, propertyName }) {
    if (propertyName !== "transform" || !(target instanceof HTMLElement)) return;
    const token = this.cards.indexOf(target);
    if (this.gliding.delete(token)) this.layer(token);
  }

  /** So do those that had no way to go, or were not let go it. @param {number} paint */
  land(paint) {
    for (const [token, sent] of this.gliding) {
      if (sent !== paint) continue;
      this.gliding.delete(token);
      this.layer(token);
    }
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
      if (!this.held.delete(token)) continue;
      this.loose.add(token);
      this.cards[token].classList.remove("is-lifted");
    }
  }

  /** Shows which piles may take what is held, and which one would. @param {readonly string[]} piles @param {string | null} over */
  showTargets(piles, over) {
    this.markOnly("is-target", piles.flatMap((pile) => this.topOf(pile)));
    this.markOnly("is-over", over === null ? [] : this.topOf(over));
  }

  /** A pile, and its last card. @param {string} pile */
  topOf(pile) {
    const last = this.table?.piles[pile].at(-1);
    return last === undefined ? [this.piles[pile]] : [this.piles[pile], this.cards[last]];
  }

  /** Shows which cards the keyboard has chosen, and whether it has picked them up. @param {readonly number[]} tokens @param {boolean} picked */
  showChosen(tokens, picked) {
    const cards = tokens.map((token) => this.cards[token]);
    this.markOnly("is-chosen", cards);
    this.markOnly("is-picked", picked ? cards : []);
  }

  /** Shows which cards a hint is about, and the empty pile it fills. @param {readonly number[]} tokens @param {string | null} [place] */
  showHint(tokens, place = null) {
    const cards = tokens.map((token) => this.cards[token]);
    this.markOnly("is-hinted", place === null ? cards : [...cards, this.piles[place]]);
  }

  /** Gives a class to these elements and to no others. @param {string} name @param {readonly HTMLElement[]} elements */
  markOnly(name, elements) {
    const before = this.marked[name] ?? new Set();
    const next = new Set(elements);
    for (const el of before) if (!next.has(el)) el.classList.remove(name);
    for (const el of next) if (!before.has(el)) el.classList.add(name);
    this.marked[name] = next;
  }

  /** A pile that refuses a card shakes a little. @param {string} pile */
  refuse(pile) {
    if (lessMotion() || !this.piles[pile]) return;
    const shake = { translate: ["0", "-4px", "4px", "-2px", "0"] };
    const cards = (this.table?.piles[pile] ?? []).slice(-3).map((token) => this.cards[token]);
    for (const el of [this.piles[pile], ...cards]) el.animate(shake, { duration: SHAKE_MS, easing: "ease-out" });
  }
}

/** @param {string} name */
function part(name) {
  const el = document.createElement("div");
  el.className = name;
  return el;
}

/** Shows one picture of a strip that lie side by side. @param {HTMLElement} el @param {number} place @param {number} count */
function placeStrip(el, place, count) {
  el.style.backgroundPositionX = `${(100 * place) / (count - 1)}%`;
}

/** Whether a pile holds the same cards, lying the same way. @param {Table} table @param {Table} before @param {string} pile */
function holdsTheSame(table, before, pile) {
  const was = before.piles[pile];
  if (table.piles[pile].length !== was.length) return false;
  return table.piles[pile].every(
    (token, i) => token === was[i] && table.faces[token] === before.faces[token] && table.up[token] === before.up[token],
  );
}

/** @param {string} pile */
function kindOf(pile) {
  if (pile === STOCK) return "stock";
  if (pile === WASTE) return "waste";
  return isColumn(pile) ? "column" : "foundation";
}
