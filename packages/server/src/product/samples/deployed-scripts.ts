import { createHash } from 'node:crypto'
import type { JsonObject } from '#domain/json.ts'
import { BUILT_PLACES, type Place } from './places.ts'

export const ORIGIN = 'https://shop.example.com'

/** `/assets/cart.js` → `/assets/cart-Hk77aQ0b.js`, as bundlers name files with every deploy. */
export function deployedFile(file: string, buildHash: string): string {
  return file.replace(/\.js$/, `-${buildHash}.js`)
}

/** The same file of another build has another ID. */
export function debugIdOf(file: string, buildHash: string): string {
  const digits = createHash('sha256').update(deployedFile(file, buildHash)).digest('hex')
  const [a, b, c, d] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16), digits.slice(17, 20)]
  return `${a}-${b}-4${c}-8${d}-${digits.slice(20, 32)}`
}

/** Frames in the deployed scripts, as the SDK reads them from a stack. */
export function framesAt(places: readonly Place[], buildHash: string): JsonObject[] {
  return places.map((place) => {
    const { file, line, column, function: name } = BUILT_PLACES[place]
    return {
      filename: addressOf(file, buildHash),
      function: name === '' ? '?' : name,
      lineno: line,
      colno: column,
      in_app: true,
    }
  })
}

/** What an SDK says of the scripts in its stacks, so that their maps are found. */
export function imagesOf(places: readonly Place[], buildHash: string): JsonObject[] {
  const files = new Set(places.map((place) => BUILT_PLACES[place].file))
  return [...files].map((file) => ({
    type: 'sourcemap',
    code_file: addressOf(file, buildHash),
    debug_id: debugIdOf(file, buildHash),
  }))
}

/** Scripts of the server have a path, those of the browser an address. */
function addressOf(file: string, buildHash: string): string {
  const deployed = deployedFile(file, buildHash)
  return file.startsWith('/assets/') ? `${ORIGIN}${deployed}` : deployed
}
