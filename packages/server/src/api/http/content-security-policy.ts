import { createHash } from 'node:crypto'

/** For answers that are data: nothing in them may run, load or be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Inline blocks are allowed by their hash, so that a page can be cached and needs no nonce. Styles that scripts set on
 * an element (`element.style`) need no permission; style elements that a library adds would, and get none.
 */
export function pagePolicy(html: string): string {
  const scripts = hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The script that reads text from screenshots in a thread of its own. */
export const isWorker = (path: string): boolean =>
  path.startsWith('/assets/worker.min-') && path.endsWith('.js')

/** A worker has the policy of its own script: only this one may compile WebAssembly. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

function hashesOf(html: string, blocks: RegExp): readonly string[] {
  return [...html.matchAll(blocks)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )
}
