// @ts-check
/**
 * Playing with the keyboard: one pile has the focus and arrows move it; up and down within a column choose how many cards;
 * Enter or Space picks them up and puts them down. Letters do what the buttons do, from anywhere on the page.
 */

import { takesKeys } from "./elements.js";
import { moveBetween, targets } from "./moves.js";
import { COLUMNS, PILES, STOCK, faceUp, isColumn, lastFaces } from "./state.js";
import { cardName } from "./words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("./hand.js").Player} Player */
/** @typedef {{pile: string, tokens: readonly number[]}} Picked */

const ARROWS = /** @type {Record<string, {x: number, y: number}>} */ ({
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
});
const ASIDE = 3; // a pile that lies aside of an arrow's way counts as so many times as far

export class Keys {
  /**
   * @param {Painter} painter
   * @param {Player & {say: (text: string) => void, press: (button: "undo" | "redo" | "hint" | "help") => void}} player
   */
  constructor(painter, player) {
    this.painter = painter;
    this.player = player;
    this.pile = STOCK;
    this.count = 1;
    /** @type {Picked | null} */
    this.picked = null;
    this.marking = false;
    this.painter.piles[STOCK].tabIndex = 0;
    painter.root.addEventListener("keydown", (event) => this.onPile(event));
    painter.root.addEventListener("focusin", (event) => this.focused(event));
    painter.root.addEventListener("focusout", () => this.show());
    // Screen readers press a pile without pointer or key; a pointer's own press has been played by the hand.
    painter.root.addEventListener("click", (event) => event.detail === 0 && this.act());
    document.addEventListener("keydown", (event) => this.anywhere(event));
  }

  /** @param {FocusEvent} event */
  focused({ target }) {
    const pile = target instanceof HTMLElement ? target.dataset.pile : undefined;
    if (!pile) return;
    if (pile !== this.pile) this.count = 1;
    this.painter.piles[this.pile].tabIndex = -1;
    this.painter.piles[pile].tabIndex = 0;
    this.pile = pile;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  onPile(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) this.go(event.key);
    else if (event.key === "Enter" || event.key === " ") this.act();
    else if (event.key === "Home" || event.key === "End") this.choose(event.key === "Home" ? Infinity : 1);
    else if (event.key === "f" || event.key === "F") this.home();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  anywhere(event) {
    if (event.defaultPrevented || takesKeys(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key !== "z" && key !== "y") return;
      this.player.press(key === "y" || event.shiftKey ? "redo" : "undo");
    } else if (event.altKey) return;
    else if (key === "d" || (key === " " && event.target === document.body)) this.turnStock();
    else if (key === "u") this.player.press("undo");
    else if (key === "y") this.player.press("redo");
    else if (key === "h") this.player.press("hint");
    else if (key === "?") this.player.press("help");
    else if (key === "Escape") this.putDown();
    else if (COLUMNS.includes(key)) this.painter.piles[key].focus();
    else if (key in ARROWS && event.target === document.body) this.painter.piles[this.pile].focus();
    else return;
    event.preventDefault();
  }

  /** @param {string} key */
  go(key) {
    const table = this.player.table();
    const within = table && !this.picked && isColumn(this.pile);
    if (within && key === "ArrowUp" && this.count < faceUp(table, this.pile)) return this.choose(this.count + 1);
    if (within && key === "ArrowDown" && this.count > 1) return this.choose(this.count - 1);
    const next = this.neighbour(ARROWS[key]);
    if (next) this.painter.piles[next].focus();
  }

  /** The nearest pile on an arrow's way. @param {{x: number, y: number}} way */
  neighbour(way) {
    const { places } = this.painter.layout;
    const here = places[this.pile];
    /** @param {string} pile */
    const far = (pile) => {
      const x = places[pile].x - here.x;
      const y = places[pile].y - here.y;
      const ahead = x * way.x + y * way.y;
      return ahead > 0 ? ahead + ASIDE * Math.abs(way.x ? y : x) : Infinity;
    };
    const nearest = PILES.reduce((best, pile) => (far(pile) < far(best) ? pile : best), this.pile);
    return far(nearest) < Infinity ? nearest : null;
  }

  /** Chooses how many cards of the column to take. @param {number} count */
  choose(count) {
    const table = this.player.table();
    if (!table || this.picked || !isColumn(this.pile)) return;
    this.count = Math.max(1, Math.min(count, faceUp(table, this.pile)));
    this.show();
    this.player.say(lastFaces(table, this.pile, this.count).map(cardName).join(", "));
  }

  /** What Enter does: turn the stock, pick up, put down. */
  act() {
    const table = this.player.table();
    if (!table) return;
    if (this.picked) return this.drop(table, this.picked);
    if (this.pile === STOCK) return this.turnStock();
    const count = Math.min(this.count, faceUp(table, this.pile));
    if (!count) return this.player.say(gettext("There is no card to pick up here."));
    this.picked = { pile: this.pile, tokens: table.piles[this.pile].slice(-count) };
    this.show();
    const cards = lastFaces(table, this.pile, count).map(cardName).join(", ");
    this.player.say(interpolate(gettext("Picked up: %(cards)s. Go to a pile and press Enter."), { cards }, true));
  }

  /** @param {Table} table @param {Picked} picked */
  drop(table, { pile, tokens }) {
    const move = moveBetween(pile, this.pile, tokens.length);
    if (!move && pile !== this.pile) return this.player.say(gettext("Cards cannot be put there."));
    this.picked = null;
    this.count = 1;
    if (move) {
      const cards = lastFaces(table, pile, tokens.length);
      this.player.intend({ kind: "move", move, pile, cards, tokens: [] });
    } else this.player.say(gettext("Put back."));
    this.show();
  }

  turnStock() {
    if (this.player.table()) this.player.intend({ kind: "stock", cards: [], tokens: [] });
  }

  /** Sends the focused pile's last card to its foundation, or hears from the server why it cannot go. */
  home() {
    const table = this.player.table();
    const move = moveBetween(this.pile, "S", 1);
    if (!table || !move || !faceUp(table, this.pile)) return;
    this.picked = null;
    this.player.intend({ kind: "move", move, pile: this.pile, cards: lastFaces(table, this.pile, 1), tokens: [] });
    this.show();
  }

  putDown() {
    if (this.picked) this.player.say(gettext("Put back."));
    this.picked = null;
    this.show();
  }

  /** Shows what is chosen or picked up, as far as it is still there; call it after each paint. */
  show() {
    const table = this.player.table();
    if (!table) return;
    const picked = this.picked;
    if (picked && table.piles[picked.pile].slice(-picked.tokens.length).join() !== picked.tokens.join()) this.picked = null;
    this.painter.showChosen(this.picked?.tokens ?? this.chosen(table), this.picked !== null);
    if (this.picked) {
      const legal = targets(table, this.player.legal(), this.picked.pile, this.picked.tokens.length);
      this.painter.showTargets(legal, legal.includes(this.pile) ? this.pile : null);
    } else if (this.marking) this.painter.showTargets([], null);
    this.marking = this.picked !== null;
  }

  /** The cards Enter would pick up, where the focus is to be seen. @param {Table} table */
  chosen(table) {
    if (!this.painter.piles[this.pile].matches(":focus-visible")) return [];
    const tokens = table.piles[this.pile];
    return tokens.slice(tokens.length - Math.min(this.count, faceUp(table, this.pile)));
  }
}
