import { expect, it } from 'vitest'
import { mapNameOf } from './source-maps.ts'

it.each([
  ['//# sourceMappingURL=0x1.js.map', 'static/chunks/0x1.js.map'],
  ['f()\n//# sourceMappingURL=%5Broot%5D.js.map\n//# debugId=1', 'static/chunks/[root].js.map'],
  ['//# sourceMappingURL=a.js.map\n//# sourceMappingURL=../b.js.map\n', 'static/b.js.map'],
  ['//# sourceMappingURL=100%.js.map', 'static/chunks/100%.js.map'],
  ['f()', 'static/chunks/a.js.map'],
  ['//# sourceMappingURL=data:application/json;base64,e30=', undefined],
  ['//# sourceMappingURL=https://maps.example/a.js.map', undefined],
])('[NX36] finds the map of a script that ends with %j', (code, map) => {
  expect(mapNameOf('static/chunks/a.js', code)).toBe(map)
})
