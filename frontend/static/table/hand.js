// @ts-check
/**
 * Playing with a mouse, a finger or a pen: pressing, dragging, dropping. What it is over is found by geometry alone, so that
 * cards still gliding are in nobody's way.
 */

import { dropPile, hit, spots } from "./layout.js";
import { likes } from "./likes.js";
import { moveBetween, targets } from "./moves.js";
import { STOCK, faceUp, isColumn, lastFaces } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {import("../feed/queue.js").Intent} Intent */
/**
 * @typedef {object} Player  Whoever the hand plays for.
 * @property {() => Table | null} table  as it is shown; null while nothing can be played
 * @property {() => readonly string[]} legal
 * @property {(intent: Intent) => void} intend
 * @property {() => void} settle  paint the table anew
 */
/**
 * @typedef {object} Press
 * @property {number} id  the pointer's
 * @property {Point} at  where it went down
 * @property {string} pile
 * @property {number} index  of the card, -1 for the empty place
 * @property {Drag | null} drag
 */
/**
 * @typedef {object} Drag
 * @property {number[]} tokens
 * @property {Point[]} from  where they lay
 * @property {string[]} legal  piles that may take them
 */

const SLOP_MOUSE = 4; // px a press may wander and still be a click
const SLOP_TOUCH = 9;
const PAIR_MS = 350; // two clicks within it are a pair

export class Hand {
  /** @param {Painter} painter @param {Player} player */
  constructor(painter, player) {
    this.painter = painter;
    this.player = player;
    /** @type {Press | null} */
    this.press = null;
    /** @type {Point} where the felt begins in the window */
    this.corner = { x: 0, y: 0 };
    /** @type {{pile: string, cards: string[], time: number} | null} the first click of what may become a pair */
    this.click = null;
    const root = painter.root;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => event.pointerId === this.press?.id && this.cancel());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event @returns {Point} */
  point({ clientX, clientY }) {
    return { x: clientX - this.corner.x, y: clientY - this.corner.y };
  }

  /** @param {PointerEvent} event */
  down(event) {
    const table = this.player.table();
    if (this.press || event.button !== 0 || !table) return;
    // Asked for once a press: asked on the way, it would have the browser lay out the page in between.
    this.corner = this.painter.root.getBoundingClientRect();
    const at = this.point(event);
    const found = hit(this.painter.layout, table, at);
    if (!found) return;
    this.painter.root.setPointerCapture(event.pointerId);
    this.press = { id: event.pointerId, at, ...found, drag: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.press;
    const table = this.player.table();
    if (!press || event.pointerId !== press.id || !table) return;
    const now = this.point(event);
    const far = Math.hypot(now.x - press.at.x, now.y - press.at.y);
    if (!press.drag) {
      if (far < (event.pointerType === "mouse" ? SLOP_MOUSE : SLOP_TOUCH)) return;
      this.click = null;
      press.drag = this.lift(table, press);
      if (!press.drag) return;
    }
    this.carry(press, press.drag, now);
    const over = this.over(table, press, press.drag);
    this.painter.showTargets(press.drag.legal, over && press.drag.legal.includes(over) ? over : null);
  }

  /**
   * Takes the pressed card and all on it in hand.
   * @param {Table} table
   * @param {Press} press
   * @returns {Drag | null} null where the card cannot be lifted
   */
  lift(table, { pile, index }) {
    const all = table.piles[pile];
    const count = all.length - index;
    if (pile === STOCK || index < 0 || count > faceUp(table, pile)) return null;
    const places = spots(this.painter.layout, table, pile).slice(index);
    return { tokens: all.slice(index), from: places, legal: targets(table, this.player.legal(), pile, count) };
  }

  /** @param {Press} press @param {Drag} drag @param {Point} now */
  carry(press, drag, now) {
    const x = now.x - press.at.x;
    const y = now.y - press.at.y;
    this.painter.hold(new Map(drag.tokens.map((token, i) => [token, { x: drag.from[i].x + x, y: drag.from[i].y + y }])));
  }

  /** @param {Table} table @param {Press} press @param {Drag} drag */
  over(table, press, drag) {
    const held = this.painter.held.get(drag.tokens[0]);
    return held ? dropPile(this.painter.layout, table, held, press.pile, drag.legal) : null;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const press = this.press;
    const table = this.player.table();
    if (!press || event.pointerId !== press.id) return;
    if (!table) return this.cancel();
    this.press = null;
    if (press.drag) this.drop(table, press, press.drag);
    else this.clicked(table, press, event.timeStamp);
  }

  /** @param {Table} table @param {Press} press @param {Drag} drag */
  drop(table, press, drag) {
    const to = this.over(table, press, drag);
    const count = drag.tokens.length;
    const move = to && moveBetween(press.pile, to, count);
    this.painter.showTargets([], null);
    if (!to || !move) return this.release(drag);
    const cards = lastFaces(table, press.pile, count);
    const tokens = drag.legal.includes(to) ? drag.tokens : [];
    if (!tokens.length) this.painter.letGo(drag.tokens);
    this.player.intend({ kind: "move", move, pile: press.pile, cards, tokens });
  }

  /** @param {Drag} drag */
  release(drag) {
    this.painter.letGo(drag.tokens);
    this.player.settle();
  }

  /** Puts back what is held, for instance because the table has changed under it. */
  cancel() {
    const drag = this.press?.drag;
    this.press = null;
    this.painter.showTargets([], null);
    if (drag) this.release(drag);
  }

  /** Puts back what is held, where the table no longer has it in that place. @param {Table} table */
  recheck(table) {
    const press = this.press;
    if (!press?.drag) return;
    const lie = table.piles[press.pile].slice(-press.drag.tokens.length);
    if (lie.join() !== press.drag.tokens.join()) this.cancel();
    else press.drag.legal = targets(table, this.player.legal(), press.pile, lie.length);
  }

  /**
   * A click on the stock turns it; on a card it does what the player likes it to do:
   *   smart   sends a last card home; where it did not go, the second of two quick clicks seeks a place on the tableau
   *   best    brings the card, with those on it, to the best place
   *   double  does that with the second of two quick clicks
   *   drag    does nothing
   * The second click belongs to the first one's card, whatever lies there by then.
   * @param {Table} table
   * @param {Press} press
   * @param {number} time
   */
  clicked(table, { pile, index }, time) {
    if (pile === STOCK) {
      this.click = null;
      return this.player.intend({ kind: "stock", cards: [], tokens: [] });
    }
    const first = this.click;
    this.click = null;
    const tap = likes.tap ?? "smart";
    if (tap === "drag") return;
    if (first && first.pile === pile && time - first.time < PAIR_MS) {
      return this.player.intend({ kind: "best", pile, cards: first.cards, tokens: [] });
    }
    const count = table.piles[pile].length - index;
    if (index < 0 || count > (tap === "smart" ? 1 : faceUp(table, pile))) return;
    if (isColumn(pile) && !faceUp(table, pile)) return;
    const cards = lastFaces(table, pile, count);
    if (tap !== "best") this.click = { pile, cards, time };
    if (tap !== "double") this.player.intend({ kind: tap === "best" ? "best" : "home", pile, cards, tokens: [] });
  }
}
