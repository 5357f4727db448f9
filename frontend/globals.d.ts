/** What Django's JavaScript catalogue (`/words.js`) puts on the window. */
declare function gettext(text: string): string;
declare function pgettext(context: string, text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function interpolate(format: string, values: Record<string, string | number>, named: true): string;
