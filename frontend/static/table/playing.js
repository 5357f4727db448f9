// @ts-check
/**
 * A table one plays at, wherever a page puts it: its cards, its buttons, what it says when something is wrong. What goes
 * with its end is the page's own: see `ended`.
 */

import { Queue } from "../feed/queue.js";
import { Feed } from "../feed/resume.js";
import { element, show, write, writeFigure } from "./elements.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";
import { likes } from "./likes.js";
import { canAllGoHome, hintPlace, hintTokens, motionOf } from "./moves.js";
import { Painter } from "./painter.js";
import { ring, sound } from "./sounds.js";
import { STOCK, after, moved, tableOf } from "./state.js";
import { cardMark, clockMark, eventSentence, hintSentence, scoreMark } from "./words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./state.js").GameEvent} GameEvent */
/** @typedef {import("../feed/queue.js").Intent} Intent */
/** @typedef {import("../feed/resume.js").Answer} Answer */
/** @typedef {import("../feed/resume.js").Snapshot} Snapshot */
/** @typedef {import("../feed/resume.js").Hint} Hint */
/** @typedef {import("../feed/socket.js").LineState} LineState */

const RULE_MS = 6000; // a rule is shown for so long
const TICK_MS = 200;
const RETRY_MS = 1000; // after the server could not keep a move
const FRESH_MS = 4000; // a table this young is dealt out before one's eyes
const MOVES = /** @type {Record<string, string>} */ ({ undo: "u", redo: "y", hint: "h", resign: "x" }); // by button

export class Playing {
  /** @param {{game: string, draw: number, ruleset: string}} game */
  constructor({ game, draw, ruleset }) {
    this.draw = draw;
    this.ruleset = ruleset;
    this.root = element("table");
    /** @type {Table | null} as the server has it */
    this.table = null;
    /** @type {Table | null} as it is shown: one move ahead of the server at most */
    this.shown = null;
    this.lastAt = 0;
    this.queue = new Queue();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.ruleTimer = undefined;
    /** @type {{version: number, hints: Hint[], shown: number} | null} what was advised, and which of it is shown */
    this.advice = null;
    /** Whether all cards are on their way home, one after the other. */
    this.finishing = false;
    /** Whether the player has waved away that no moves are left. */
    this.hushed = false;
    /** Whether the end is old news, so that nothing leaps about. */
    this.endKnown = false;
    /** @type {LineState} */
    this.lineState = "connecting";
    this.lineCode = 0;
    /** Moves that can no longer be sent, the connection having ended for good. */
    this.unsent = 0;
    this.painter = new Painter(element("felt"), this.draw, { piles: "buttons" });
    const player = {
      table: () => (this.table?.over ? null : this.shown),
      legal: () => this.feed.legal,
      intend: (/** @type {Intent} */ intent) => this.intend(intent),
      settle: () => this.settle(),
      say: (/** @type {string} */ text) => this.say(text),
      press: (/** @type {string} */ button) => this.press(button),
    };
    this.hand = new Hand(this.painter, player);
    this.keys = new Keys(this.painter, player);
    this.feed = new Feed(game, {
      table: (snapshot) => this.begin(snapshot),
      events: (events) => this.follow(events),
      ready: () => this.ready(),
      answer: (answer) => this.answered(answer),
      hints: (hints) => this.hinted(hints),
      changed: (state, code) => this.lineChanged(state, code),
      wait: () => this.waitForCards(),
    });
    element("loading").hidden = false;
    setInterval(() => this.tick(), TICK_MS);
    /** @type {HTMLButtonElement[]} */
    this.buttons = Array.from(document.querySelectorAll("[data-do]"));
    for (const button of this.buttons) button.addEventListener("click", () => this.press(button.dataset.do ?? ""));
  }

  // --- what the server says

  /** @param {Snapshot} snapshot */
  begin(snapshot) {
    const before = this.table;
    this.table = tableOf(snapshot.position, snapshot, before);
    this.lastAt = snapshot.at;
    element("loading").hidden = true;
    if (before) this.painter.paint(this.table, { still: this.table.piles !== before.piles });
    else this.sitDown(this.table, snapshot);
  }

  /** The first sight of the table: a fresh one is dealt out. @param {Table} table @param {Snapshot} snapshot */
  sitDown(table, snapshot) {
    this.endKnown = snapshot.over;
    if (snapshot.v === 1 && snapshot.now < FRESH_MS) this.painter.deal(table);
    else this.painter.paint(table, { still: true });
  }

  /** The seat is taken and the cards are not dealt yet: they come by themselves. */
  waitForCards() {
    element("loading").hidden = true;
  }

  /** @param {GameEvent[]} events */
  follow(events) {
    let table = this.table;
    if (!table) return;
    for (const event of events) table = after(table, event);
    this.table = table;
    this.lastAt = events[events.length - 1].at;
    this.say(events.map(eventSentence).join(" "));
    sound(events[events.length - 1]);
  }

  ready() {
    if (this.queue.sent && !this.queue.sent.out) this.send();
    this.advance();
  }

  /** @param {Answer} answer */
  answered(answer) {
    const command = this.queue.answered(answer.id);
    if (!command) {
      if (answer.t === "error") this.explain(answer.text);
      return;
    }
    // What was meant for a position that never came about, or is no longer there, is not played on another.
    const elsewhere = answer.t === "stale" || (answer.t === "done" && this.feed.version !== command.after + 1);
    if (answer.t === "error" && answer.code === "unavailable") {
      this.queue.sent = { ...command, out: false };
      setTimeout(() => this.ready(), RETRY_MS);
    } else if (elsewhere) {
      this.dropped(this.queue.drop() + (answer.t === "stale" ? 1 : 0));
    } else if (answer.t === "refused" || answer.t === "error") {
      if (answer.t === "error" || likes.rules !== "off") this.explain(answer.text);
      else this.say(answer.text);
      if (answer.t === "refused") this.openRulesAt(answer.code);
      if (answer.pile) this.painter.refuse(answer.pile);
      ring("refused");
      this.finishing = false;
      if (command.legal || answer.t === "error") this.dropped(this.queue.drop());
      this.advance();
    }
  }

  /** @param {Hint[]} hints */
  hinted(hints) {
    this.advice = { version: this.feed.version, hints, shown: -1 };
    this.showHint();
  }

  // --- what the player does

  /** Asks what brings something on; asked again on the same position, shows the next best. */
  hint() {
    if (this.advice?.version === this.feed.version) this.showHint();
    else if (this.table && !this.table.over) this.intend({ kind: "move", move: "h", cards: [], tokens: [] });
  }

  /** Shows the next of the hints: its cards are marked, and it is said why. */
  showHint() {
    const advice = this.advice;
    if (!advice || !this.table) return;
    if (!advice.hints.length) return this.explain(gettext("No move brings anything on."));
    advice.shown = (advice.shown + 1) % advice.hints.length;
    const hint = advice.hints[advice.shown];
    this.painter.showHint(hintTokens(this.table, hint), hintPlace(this.table, hint));
    this.explain(hintSentence(hint));
  }

  /** @param {Intent} intent */
  intend(intent) {
    show(element("rule"), false);
    this.painter.showHint([]);
    this.finishing = false;
    this.queue.add(intent);
    this.advance();
  }

  /** Sends what is next, and shows the table as it then is. */
  advance() {
    if (this.table && this.feed.version) {
      if (this.finishing && !this.queue.length) this.queue.add({ kind: "all-home", cards: [], tokens: [] });
      const dropped = this.queue.advance(this.table, this.feed.version, this.feed.legal);
      if (dropped) this.dropped(dropped);
      const placeless = this.queue.takePlaceless();
      if (placeless) this.nowhere(placeless);
      if (this.queue.sent && !this.queue.sent.out) this.send();
    }
    this.settle();
  }

  /** Two taps, or one, were to bring cards to the best place, and there is none. @param {Intent} intent */
  nowhere({ pile, cards }) {
    const text = interpolate(gettext("There is no place for the %(card)s just now."), { card: cardMark(cards[0]) }, true);
    if (likes.rules === "off") this.say(text);
    else this.explain(text);
    this.painter.refuse(pile ?? "");
    ring("refused");
  }

  send() {
    const command = this.queue.sent;
    if (command) command.out = this.feed.command(command);
  }

  /** @param {string} button */
  press(button) {
    if (button === "undo" || button === "redo") {
      const move = button === "undo" ? "u" : "y";
      if (this.table && !this.table.over) this.intend({ kind: "move", move, cards: [], tokens: [] });
    } else if (button === "resign") {
      this.ask(gettext("Resign this game?"), this.resignText(), gettext("Resign"), () =>
        this.intend({ kind: "move", move: "x", cards: [], tokens: [] }),
      );
    } else if (button === "hint") this.hint();
    else if (button === "finish") {
      this.finishing = true;
      this.advance();
    } else if (button === "help") /** @type {HTMLDialogElement} */ (element("help")).showModal();
    else if (button === "hush") {
      this.hushed = true;
      this.settle();
    }
  }

  resignText() {
    return gettext("It ends here and stays in your list as resigned.");
  }

  /** @param {string} title @param {string} text @param {string} yes @param {() => void} then */
  ask(title, text, yes, then) {
    const dialog = /** @type {HTMLDialogElement} */ (element("ask"));
    element("ask-title").textContent = title;
    element("ask-text").textContent = text;
    element("ask-yes").textContent = yes;
    dialog.returnValue = "no";
    dialog.addEventListener("close", () => dialog.returnValue === "yes" && then(), { once: true });
    dialog.showModal();
  }

  // --- what is shown

  /** Shows the table as it is after what is under way, and everything that goes with it. */
  settle() {
    if (!this.table) return;
    this.shown = this.ahead(this.table);
    this.hand.recheck(this.shown);
    const inHand = new Set([...(this.hand.press?.drag?.tokens ?? []), ...this.queue.tokens]);
    this.painter.letGo([...this.painter.held.keys()].filter((token) => !inHand.has(token)));
    if (!this.queue.sent) this.painter.spent = !this.table.piles[STOCK].length && !this.feed.legal.includes("r");
    this.painter.paint(this.shown);
    this.keys.show();
    this.root.dataset.version = String(this.feed.version);
    this.root.dataset.waiting = String(this.queue.length);
    this.showFigures(this.table);
    this.showButtons();
    this.showLine();
    this.showEnd(this.table);
  }

  /** The table with the move under way, where the server has listed it as legal. @param {Table} table */
  ahead(table) {
    const command = this.queue.sent;
    if (!command?.legal || command.after !== this.feed.version) return table;
    const motion = motionOf(table, command.move, this.draw);
    return motion ? moved(table, motion) : table;
  }

  /** @param {Table} table */
  showFigures(table) {
    writeFigure(element("score"), scoreMark(this.ruleset, table));
    writeFigure(element("moves"), String(table.moves));
    this.tick();
  }

  tick() {
    const ms = this.table?.over ? this.lastAt : this.feed.now();
    if (this.table) write(element("clock"), clockMark(ms));
  }

  showButtons() {
    const waiting = this.queue.length > 0;
    const offered = !!this.table && !waiting && !this.finishing && canAllGoHome(this.table);
    for (const button of this.buttons) {
      const move = MOVES[button.dataset.do ?? ""];
      if (button.dataset.do === "finish") show(button, offered);
      if (!move) continue;
      const off = this.table?.over || !(this.feed.legal.includes(move) || (waiting && (move === "u" || move === "h")));
      if (button.disabled !== !!off) button.disabled = !!off;
    }
  }

  /** @param {Table} table */
  showEnd(table) {
    const lost = table.status === "lost" && !table.over;
    const stuck = table.stuck && !table.over;
    if (!stuck) this.hushed = false;
    show(element("stuck"), !this.hushed && (lost || stuck));
    if (stuck || lost) write(element("stuck-text"), this.stuckText(lost));
    const end = table.over || lost ? table.status : "";
    if (this.root.dataset.over !== end) this.root.dataset.over = end;
    if (table.over) this.ended(table);
  }

  /** What is said while no moves are left. @param {boolean} lost  the rules say so, and not only the eye */
  stuckText(lost) {
    return lost
      ? gettext("No moves are left: the game is lost. You can still undo.")
      : gettext("No moves are left. You can undo, or start anew.");
  }

  /** The game is over; told again whenever the table is shown. @param {Table} _table */
  ended(_table) {}

  /** @param {LineState} state @param {number} code */
  lineChanged(state, code) {
    this.lineState = state;
    this.lineCode = code;
    if (state !== "open" && this.queue.sent) this.queue.sent.out = false;
    if (state === "ended") {
      this.unsent = this.queue.length;
      this.queue = new Queue();
    }
    this.settle();
    this.showLine();
  }

  /** Says plainly how the connection is and what becomes of moves that are not confirmed. */
  showLine() {
    const text = this.lineText();
    const line = element("line");
    show(line, text !== "");
    write(line, text);
  }

  lineText() {
    if (this.lineState === "open" || (this.lineState === "connecting" && !this.table)) return "";
    if (this.lineState === "ended") return this.endText();
    const waiting = this.queue.length;
    if (!waiting) return gettext("Offline. Trying to reach the server again …");
    const text = ngettext(
      "Offline. %(count)s move waits and will be sent when the connection is back.",
      "Offline. %(count)s moves wait and will be sent when the connection is back.",
      waiting,
    );
    return interpolate(text, { count: waiting }, true);
  }

  endText() {
    const why = /** @type {Record<number, string>} */ ({
      4401: gettext("You are signed out here. Sign in again and reload the page to go on."),
      4404: gettext("This game is not to be found."),
    });
    const text = why[this.lineCode] ?? gettext("The server will not talk to this page. Reload it to try again.");
    return this.unsent ? `${text} ${this.droppedText(this.unsent)}` : text;
  }

  /** @param {number} count  of moves that will not be played */
  dropped(count) {
    if (!count) return;
    this.explain(this.droppedText(count));
  }

  /** @param {number} count */
  droppedText(count) {
    const text = ngettext("%(count)s unconfirmed move was dropped.", "%(count)s unconfirmed moves were dropped.", count);
    return interpolate(text, { count }, true);
  }

  /** Whoever reads the rules next reads the one that refused last. @param {string} code */
  openRulesAt(code) {
    const link = document.getElementById("rules-link");
    if (link instanceof HTMLAnchorElement) link.hash = code;
  }

  /** Shows a sentence for a while, without being in the way. @param {string} text */
  explain(text) {
    const rule = element("rule");
    rule.textContent = text;
    rule.hidden = false;
    clearTimeout(this.ruleTimer);
    this.ruleTimer = setTimeout(() => (rule.hidden = true), RULE_MS);
    this.say(text);
  }

  /** Says something to those who listen. @param {string} text */
  say(text) {
    element("said").textContent = text;
  }
}
