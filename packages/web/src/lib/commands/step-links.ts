/** Moves the focus down or up the links of the table on show; Enter then opens what has it, as everywhere. */
export function stepLinks(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('#main tbody a')]
  const at = links.findIndex((link) => link === document.activeElement)
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)
  links[next]?.focus()
}
