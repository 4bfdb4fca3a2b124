import { LIMITS } from '#domain/limits.ts'
import { unreadable } from './unreadable-bundle.ts'

/** Names never become paths here. A path traversal is an attack, so the whole bundle is rejected. */
export function refuseTrickyName(name: string): void {
  const parts = name.split('/')
  const isTricky =
    name === '' ||
    name.startsWith('/') ||
    name.includes('\\') ||
    /^[a-z]:/i.test(name) ||
    hasControls(name) ||
    parts.some((part) => part === '..' || part === '.') ||
    Buffer.byteLength(name) > LIMITS.upload.fileNameBytes
  if (isTricky) throw unreadable(`${JSON.stringify(name.slice(0, 100))} is not the name of a file`)
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
