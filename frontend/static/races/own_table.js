// @ts-check
/** One's own table in a race: the same table as in any game, without what a race leaves to its end. */

import { cascade } from "../table/cascade.js";
import { element, writeFigure } from "../table/elements.js";
import { Playing } from "../table/playing.js";

/** @typedef {import("../table/state.js").Table} Table */

export class OwnTable extends Playing {
  /**
   * @param {{game: string, draw: number, ruleset: string, undo: boolean, hints: boolean}} game
   * @param {{changed: (table: Table) => void, over: (table: Table, fresh: boolean) => void, others: () => void, look: () => void}} page
   */
  constructor(game, page) {
    super(game);
    this.undo = game.undo;
    this.hints = game.hints;
    this.page = page;
    /** Whether the page has been told that this game is over. */
    this.told = false;
  }

  waitForCards() {
    super.waitForCards();
    element("table").dataset.version = "0";
  }

  settle() {
    super.settle();
    // Before the constructor has run, nothing can have been dealt.
    if (this.table && this.page) this.page.changed(this.table);
  }

  /** In a race cards home are what counts. @param {Table} table */
  showFigures(table) {
    writeFigure(element("score"), `${table.home}/52`);
    writeFigure(element("moves"), String(table.moves));
    this.tick();
  }

  /** @param {string} button */
  press(button) {
    if (button === "others") this.page.others();
    else if (button === "look") this.page.look();
    else if ((button === "undo" || button === "redo") && !this.undo) this.explain(gettext("This race is run without undo."));
    else if (button === "hint" && !this.hints) this.explain(gettext("This race is run without hints."));
    else super.press(button);
  }

  resignText() {
    return gettext("You are out of the race then, and keep the cards you have home.");
  }

  /** @param {boolean} lost */
  stuckText(lost) {
    if (!this.undo) return gettext("No moves are left for you. You keep the cards you have home.");
    return lost
      ? gettext("No moves are left. Undo within a minute, or the game is lost for good.")
      : gettext("No moves are left. You can undo.");
  }

  /** @param {Table} table */
  async ended(table) {
    if (this.told) return;
    this.told = true;
    const fresh = !this.endKnown;
    if (table.status === "won" && fresh) await cascade(this.painter, table);
    this.page.over(table, fresh);
  }
}
