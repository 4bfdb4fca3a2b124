/** Moves the focus down or up the links of the table on show, or those of a list that are marked `data-step`; Enter then opens what has it, as everywhere. */
export function stepLinks(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('#main tbody a, #main a[data-step]')]
  const at = links.findIndex((link) => link === document.activeElement)
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)
  links[next]?.focus()
}
