/** Palette, help and notices: fetched when idle. */
export function Overlays() {
  return null
}
