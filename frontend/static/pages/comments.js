// @ts-check
/**
 * Comments on a game at its moves, beside its film: read, written, deleted.
 *
 * The film tells the table element of every event it comes to (`film`, the event's version as detail), and goes where it is asked to (`film-to`).
 */

import { element } from "../table/elements.js";

/**
 * @typedef {object} Remark
 * @property {string} id
 * @property {number} v  the version of the event it stands beside
 * @property {string} text
 * @property {number} at
 * @property {{id: string, name: string}} player
 * @property {boolean} mine
 */

class Comments {
  constructor() {
    this.panel = element("comments");
    this.table = element("table");
    this.form = /** @type {HTMLFormElement | null} */ (document.getElementById("comments-form"));
    /** @type {Remark[]} */
    this.list = [];
    this.version = 1;
    this.when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
    this.caption = this.makeCaption();
    this.listen();
    this.load();
  }

  listen() {
    this.table.addEventListener("film", (event) => this.come(/** @type {CustomEvent<number>} */ (event).detail));
    // What is typed here is no key of the film.
    this.panel.addEventListener("keydown", (event) => event.stopPropagation());
    this.panel.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "open") this.load();
    });
    element("comments-list").addEventListener("click", (event) => this.click(event));
    this.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.write();
    });
    this.form?.addEventListener("input", () => this.count());
    this.count();
  }

  /** Over the felt's lower edge, as the film comes to a move of which something is said. */
  makeCaption() {
    const caption = document.createElement("button");
    caption.type = "button";
    caption.className = "comment-caption";
    caption.hidden = true;
    caption.setAttribute("popovertarget", "comments");
    document.querySelector(".table-notes")?.append(caption);
    return caption;
  }

  async load() {
    element("comments-failed").hidden = true;
    try {
      const response = await fetch(`/api/games/${this.panel.dataset.game}/comments`);
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.text);
      this.list = answer.comments;
    } catch (error) {
      console.error(error);
      element("comments-failed").hidden = false;
      return;
    }
    this.show();
  }

  show() {
    const line = /** @type {HTMLTemplateElement} */ (document.getElementById("comments-line"));
    const items = this.list.map((comment) => {
      const item = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (line.content.cloneNode(true)).firstElementChild);
      return this.fill(item, comment);
    });
    element("comments-list").replaceChildren(...items);
    element("comments-none").hidden = this.list.length > 0;
    element("comments-count").textContent = this.list.length ? String(this.list.length) : "";
    this.come(this.version);
  }

  /** @param {HTMLElement} item @param {Remark} comment */
  fill(item, comment) {
    item.dataset.id = comment.id;
    item.dataset.v = String(comment.v);
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(name));
    part(".comment-move").textContent = moveName(comment.v);
    part(".comment-text").textContent = comment.text;
    const who = /** @type {HTMLAnchorElement} */ (part(".comment-who"));
    who.textContent = comment.player.name;
    who.href = `/player/${comment.player.id}`;
    const when = /** @type {HTMLTimeElement} */ (part(".comment-when"));
    when.dateTime = new Date(comment.at).toISOString();
    when.textContent = this.when.format(comment.at);
    if (comment.mine) part(".comment-report").remove();
    else part(".comment-delete").remove();
    if (!comment.mine) /** @type {HTMLAnchorElement} */ (part(".comment-report")).href = `/report/comment/${comment.id}`;
    return item;
  }

  /** The film has come to an event. @param {number} version */
  come(version) {
    this.version = version;
    if (this.form) {
      /** @type {HTMLInputElement} */ (element("comments-version")).value = String(version);
      element("comments-label").textContent =
        version > 1 ? interpolate(gettext("What do you say of move %(move)s?"), { move: version - 1 }, true) : gettext("What do you say of this deal?");
    }
    /** @type {HTMLElement | undefined} */
    let first;
    for (const item of /** @type {Iterable<HTMLElement>} */ (element("comments-list").children)) {
      const here = item.dataset.v === String(version);
      item.classList.toggle("is-here", here);
      if (here) first ??= item;
    }
    const list = element("comments-list");
    if (first) list.scrollTop = first.offsetTop - list.offsetTop;
    this.showCaption(this.list.filter(({ v }) => v === version));
  }

  /** @param {Remark[]} here */
  showCaption(here) {
    this.caption.hidden = !here.length;
    const last = here.at(-1);
    if (!last) return;
    const name = document.createElement("strong");
    name.textContent = last.player.name;
    const more = here.length > 1 ? ` +${here.length - 1}` : "";
    this.caption.replaceChildren(name, ` ${last.text}${more}`);
  }

  count() {
    if (!this.form) return;
    const text = /** @type {HTMLTextAreaElement} */ (element("comments-text"));
    const left = text.maxLength - text.value.length;
    element("comments-left").textContent = interpolate(ngettext("%(left)s character left", "%(left)s characters left", left), { left }, true);
    element("comments-wrong").hidden = true;
  }

  async write() {
    const form = /** @type {HTMLFormElement} */ (this.form);
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
    button.disabled = true;
    try {
      const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
      const answer = await response.json();
      if (!response.ok) return this.complain(answer.text);
      /** @type {HTMLTextAreaElement} */ (element("comments-text")).value = "";
      this.count();
      await this.load();
    } catch (error) {
      console.error(error);
      this.complain(gettext("Your comment could not be sent. Please try again."));
    } finally {
      button.disabled = false;
    }
  }

  /** @param {string} text */
  complain(text) {
    const wrong = element("comments-wrong");
    wrong.textContent = text;
    wrong.hidden = false;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const item = /** @type {HTMLElement | null | undefined} */ (button?.closest("li"));
    if (!button || !item) return;
    if (button.classList.contains("comment-delete")) return void this.remove(item);
    this.table.dispatchEvent(new CustomEvent("film-to", { detail: Number(item.dataset.v) }));
  }

  /** @param {HTMLElement} item */
  async remove(item) {
    const token = /** @type {HTMLInputElement} */ (document.querySelector("input[name=csrfmiddlewaretoken]")).value;
    try {
      await fetch(`/comment/${item.dataset.id}/delete`, { method: "POST", headers: { "X-CSRFToken": token } });
    } catch (error) {
      console.error(error);
    }
    await this.load();
    element("comments-list").focus();
  }
}

/** @param {number} version */
function moveName(version) {
  return version > 1 ? interpolate(gettext("Move %(move)s"), { move: version - 1 }, true) : gettext("The deal");
}

new Comments();
