/** The shop's view library in place of React's renderer: small enough to be part of the samples. */
export function renderPage(root, Page) {
  const page = Page()
  root.replaceChildren(page)
  return page
}

export function hydratePage(root, Page) {
  const page = Page()
  if (root.firstChild.isEqualNode(page)) return
  const help = 'visit https://react.dev/errors/418?args[]=text for the full message'
  throw new Error(`Minified React error #418; ${help}`)
}

export function runEffects(effects) {
  for (const effect of effects) {
    if (typeof effect === 'function') effect()
  }
}

export async function loadChunk(name) {
  const address = window.__chunks[name]
  const answer = await fetch(address)
  if (!answer.ok) throw new ChunkLoadError(`Loading chunk ${name} failed.\n(error: ${address})`)
  return import(address)
}

export class ChunkLoadError extends Error {}
