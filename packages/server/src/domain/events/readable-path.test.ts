import { describe, expect, it } from 'vitest'
import { readablePath } from './readable-path.ts'

describe('the path of a frame', () => {
  it.each([
    ['app/orders/%5Bid%5D/page.tsx', 'app/orders/[id]/page.tsx'],
    ['app/%40modal/%28..%29looks/%5b...slug%5d/page.tsx', 'app/@modal/(..)looks/[...slug]/page.tsx'],
    ['src/caf%C3%A9%20menu.ts', 'src/café menu.ts'],
  ])('[SM112] %s is shown as %s', (path, shown) => {
    expect(readablePath(path)).toBe(shown)
  })

  it.each([
    ['has no escapes', 'app/[id]/page.tsx'],
    ['has malformed ones', 'src/100%/%zz/%C3/%5.ts'],
    ['would have other folders', 'src/a%2F..%5Cb.ts'],
    ['would end earlier', 'src/a%3Fb%23c.ts'],
    ['was escaped twice', 'src/%255Bid%255D.ts'],
    ['would have another line or direction', 'src/a%0Ab%E2%80%AEc.ts'],
  ])('[SM112] stays as it is where it %s', (_, path) => {
    expect(readablePath(path)).toBe(path)
  })

  it('[SM112] is decoded around what stays', () => {
    expect(readablePath('app/%5Bid%5D/%C3/%zz.ts')).toBe('app/[id]/%C3/%zz.ts')
  })
})
