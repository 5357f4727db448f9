// @ts-check
/* The site's menu opens, closes and gives the focus back by itself; here is only that a link within the page closes it too. */

const menu = document.getElementById("site-menu");
menu?.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a")) menu.hidePopover();
});
