import type { Words } from './words.ts'

export function isResizeLoop({ text }: Words): boolean {
  return /^ResizeObserver loop (?:completed with undelivered notifications|limit exceeded)/.test(text)
}

export function isScriptError({ text }: Words): boolean {
  return /^Script error\.?$/i.test(text)
}

/** Chromium, Firefox and Safari; the last says the same about every missing node, so its type must fit. */
const MOVED_NODE =
  /^(?:Failed to execute '(?:removeChild|insertBefore|replaceChild)' on 'Node': The (?:node (?:to be|before which)|new child)|Node\.(?:removeChild|insertBefore|replaceChild): (?:The node to be removed|Child to insert before|The node to be replaced))/
const SAFARI = /^The object can not be found here\.?$/

export function isMovedNode({ type, text }: Words): boolean {
  return MOVED_NODE.test(text) || (type === 'NotFoundError' && SAFARI.test(text))
}
