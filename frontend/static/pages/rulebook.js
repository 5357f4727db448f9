// @ts-check
/**
 * A page of the rules: small tables to try each rule on. Each begins with the cards of an example; every move goes to the
 * server with all that were made before it, and comes back judged by the rules.
 */

import { Queue } from "../feed/queue.js";
import { Hand } from "../table/hand.js";
import { Keys } from "../table/keys.js";
import { spots } from "../table/layout.js";
import { lessMotion } from "../table/likes.js";
import { motionOf } from "../table/moves.js";
import { Painter } from "../table/painter.js";
import { COLUMNS, PILES, STOCK, after, isColumn, moved, tableOf } from "../table/state.js";
import { eventSentence, scoreMark } from "../table/words.js";

/** @typedef {import("../table/state.js").Table} Table */
/** @typedef {import("../feed/queue.js").Intent} Intent */
/** @typedef {import("../feed/queue.js").Command} Command */
/**
 * @typedef {object} Answer
 * @property {"table" | "done" | "refused" | "error"} t
 * @property {import("../table/state.js").Position} position  of a `table`
 * @property {import("../table/state.js").GameEvent} event  of what is `done`
 * @property {string[]} legal
 * @property {boolean} over
 * @property {boolean} stuck
 * @property {string} pile  that refuses
 * @property {string} text  why not
 */

const DRAW = 1; // in every example
const BEFORE_MS = 700; // a table is looked at before the example's move is made on it
const OVER_MS = 600; // a refused card is seen where it was to go

const page = /** @type {HTMLElement} */ (document.getElementById("rulebook"));
const MOST = Number(page.dataset.most);
const RULESET = page.dataset.ruleset ?? "N";

/** Letters play on the table that has the focus, there being several. */
class OwnKeys extends Keys {
  /** @param {KeyboardEvent} event */
  anywhere(event) {
    if (event.target instanceof Node && this.painter.root.contains(event.target)) super.anywhere(event);
  }
}

class Trial {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.code = "";
    /** @type {Table | null} as the server has it */
    this.table = null;
    /** @type {readonly string[]} */
    this.legal = [];
    /** @type {string[]} the moves made since the example's cards were laid out */
    this.made = [];
    this.queue = new Queue();
    this.painter = new Painter(this.part(".felt"), DRAW, { piles: "buttons" });
    const player = {
      table: () => (this.table?.over ? null : this.shown),
      legal: () => this.legal,
      intend: (/** @type {Intent} */ intent) => this.intend(intent),
      settle: () => this.settle(),
      say: (/** @type {string} */ text) => this.say(text),
      press: (/** @type {string} */ button) => this.press(button),
    };
    this.hand = new Hand(this.painter, player);
    this.keys = new OwnKeys(this.painter, player);
    /** @type {Table | null} as it is shown */
    this.shown = null;
    for (const button of root.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.press(/** @type {HTMLElement} */ (button).dataset.do ?? ""));
    }
  }

  /** @param {string} selector */
  part(selector) {
    return /** @type {HTMLElement} */ (this.root.querySelector(selector));
  }

  /** Lays out the cards of an example. @param {string} code */
  async open(code) {
    this.code = code;
    this.queue = new Queue();
    this.hand.cancel();
    const answer = await this.ask(code, {});
    if (this.code !== code || answer?.t !== "table") return;
    this.made = [];
    this.table = tableOf(answer.position, answer);
    this.legal = answer.legal;
    this.hush();
    this.painter.letGo([...this.painter.held.keys()]);
    this.painter.paint(this.table, { still: true });
    this.settle();
  }

  /** Makes the move that an example is about, on its table. @param {string} code @param {string} move */
  async show(code, move) {
    await this.open(code);
    await sleep(lessMotion() ? 0 : BEFORE_MS);
    if (!this.table || this.code !== code) return;
    const tokens = lessMotion() ? [] : this.reach(this.table, move);
    if (tokens.length) await sleep(OVER_MS);
    const answer = await this.ask(code, { made: this.made.join(" "), move });
    this.painter.letGo(tokens);
    if (this.code === code && answer?.t === "refused") this.refused(answer);
    this.settle();
  }

  /** Holds the cards of a move between piles over where they are to go; gives their tokens. @param {Table} table @param {string} move */
  reach(table, move) {
    const [from, to] = move;
    if (!PILES.includes(from) || from === to) return [];
    const tokens = table.piles[from].slice(-Number(move.split("x")[1] ?? 1));
    const suit = table.faces[tokens[0]]?.[1];
    const target = isColumn(to) ? to : to === "f" ? suit : "";
    if (!tokens.length || !this.painter.layout.places[target]) return [];
    const { layout } = this.painter;
    const at = spots(layout, table, target).at(-1) ?? layout.places[target];
    const step = layout.h * layout.steps.up;
    const low = COLUMNS.includes(target) && table.piles[target].length ? step : 0;
    this.painter.hold(new Map(tokens.map((token, i) => [token, { x: at.x + 6, y: at.y + low + i * step }])));
    return tokens;
  }

  /** @param {Intent} intent */
  intend(intent) {
    this.hush();
    this.queue.add(intent);
    this.advance();
  }

  /** Sends what is next, and shows the table as it then is. */
  advance() {
    if (this.table && !this.queue.sent) {
      if (this.made.length >= MOST && this.queue.length) this.full();
      this.queue.advance(this.table, this.made.length + 1, this.legal);
      if (this.queue.sent) this.send(this.queue.sent);
    }
    this.settle();
  }

  full() {
    this.queue.drop();
    this.explain(gettext("That is enough for a small table. Put the cards back to go on."));
  }

  /** @param {Command} command */
  async send(command) {
    const code = this.code;
    const answer = await this.ask(code, { made: this.made.join(" "), move: command.move });
    if (this.code !== code || this.queue.answered(command.id) === null) return;
    if (this.table && answer?.t === "done") {
      this.made.push(command.move);
      this.table = { ...after(this.table, answer.event), over: answer.over, stuck: answer.stuck };
      this.legal = answer.legal;
      this.say(eventSentence(answer.event));
    } else {
      this.queue.drop();
      if (answer?.t === "refused") this.refused(answer);
    }
    this.advance();
  }

  /** @param {Answer} answer */
  refused(answer) {
    this.explain(answer.text);
    if (answer.pile) this.painter.refuse(answer.pile);
  }

  /**
   * Asks the rules; says so where no answer came.
   * @param {string} code @param {Record<string, string>} query
   * @returns {Promise<Answer | null>}
   */
  async ask(code, query) {
    try {
      const response = await fetch(`${location.pathname}/${code}?${new URLSearchParams(query)}`);
      const answer = /** @type {Answer} */ (await response.json());
      if (answer.t === "error") this.explain(answer.text);
      return answer;
    } catch {
      this.explain(gettext("The server did not answer. Try again in a moment."));
      return null;
    }
  }

  /** @param {string} button */
  press(button) {
    if (button === "undo" || button === "redo") {
      const move = button === "undo" ? "u" : "y";
      if (this.legal.includes(move)) this.intend({ kind: "move", move, cards: [], tokens: [] });
    } else if (button === "reset") this.open(this.code);
  }

  /** Shows the table as it is after what is under way. */
  settle() {
    if (!this.table) return;
    this.shown = this.ahead(this.table);
    this.hand.recheck(this.shown);
    const inHand = new Set([...(this.hand.press?.drag?.tokens ?? []), ...this.queue.tokens]);
    this.painter.letGo([...this.painter.held.keys()].filter((token) => !inHand.has(token)));
    if (!this.queue.sent) this.painter.spent = !this.table.piles[STOCK].length && !this.legal.includes("r");
    this.painter.paint(this.shown);
    this.keys.show();
    this.root.dataset.made = String(this.made.length);
    this.showFigures(this.table);
  }

  /** The table with the move under way, where the rules have listed it as legal. @param {Table} table */
  ahead(table) {
    const command = this.queue.sent;
    const motion = command?.legal ? motionOf(table, command.move, DRAW) : null;
    return motion ? moved(table, motion) : table;
  }

  /** @param {Table} table */
  showFigures(table) {
    const moves = interpolate(ngettext("%(count)s move", "%(count)s moves", table.moves), { count: table.moves }, true);
    this.part(".trial-score").textContent = scoreMark(RULESET, table);
    this.part(".trial-moves").textContent = moves;
    /** @type {HTMLButtonElement} */ (this.part('[data-do="undo"]')).disabled = !this.legal.includes("u") || !this.made.length;
    /** @type {HTMLButtonElement} */ (this.part('[data-do="reset"]')).disabled = !this.made.length;
  }

  /** Shows why not, until the next move. @param {string} text */
  explain(text) {
    const note = this.part(".rule-note");
    note.textContent = text;
    note.hidden = false;
    this.say(text);
  }

  hush() {
    this.part(".rule-note").hidden = true;
  }

  /** @param {string} text */
  say(text) {
    this.part(".trial-said").textContent = text;
  }
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((wake) => setTimeout(wake, ms));
}

/** @type {Map<Element, Trial>} the tables laid out so far */
const trials = new Map();

/** The table of a topic, laid out the first time it is wanted. @param {HTMLElement} root @param {string} [code]  with these cards */
function trialIn(root, code = root.dataset.first ?? "") {
  let trial = trials.get(root);
  if (!trial) {
    trial = new Trial(root);
    trials.set(root, trial);
    trial.open(code);
  }
  return trial;
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      trialIn(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: "400px" },
);

// Whoever comes from a refusal finds its example laid out.
const wanted = document.querySelector(".refusal:target");
const wantedIn = wanted?.closest(".topic")?.querySelector(".trial");
if (wanted && wantedIn) /** @type {HTMLElement} */ (wantedIn).dataset.first = /** @type {HTMLElement} */ (wanted).dataset.code;

for (const root of document.querySelectorAll(".trial")) {
  /** @type {HTMLElement} */ (root).hidden = false;
  near.observe(root);
}

for (const button of document.querySelectorAll('.refusal [data-do="show"]')) {
  /** @type {HTMLElement} */ (button).hidden = false;
  button.addEventListener("click", () => {
    const refusal = /** @type {HTMLElement} */ (button.closest(".refusal"));
    const root = /** @type {HTMLElement} */ (button.closest(".topic")?.querySelector(".trial"));
    const { code = "", move = "" } = refusal.dataset;
    for (const other of document.querySelectorAll(".refusal")) other.classList.toggle("is-shown", other === refusal);
    // On a phone the table is under the text, and perhaps out of sight.
    root.scrollIntoView({ block: "nearest", behavior: lessMotion() ? "auto" : "smooth" });
    trialIn(root, code).show(code, move);
  });
}
