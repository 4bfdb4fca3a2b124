import { beforeEach, expect, it, vi } from 'vitest'
import { addCommands, type Command } from './commands.ts'
import { listenForShortcuts } from './shortcuts.ts'

let page: EventTarget
let pressed: string[]

beforeEach(() => {
  // Names of the browser that no event here is an instance of, and one that all are.
  vi.stubGlobal('HTMLElement', Map)
  vi.stubGlobal('Element', Map)
  vi.stubGlobal('KeyboardEvent', Event)
  page = new EventTarget()
  pressed = []
  const stop = listenForShortcuts(page as Window, () => true)
  return () => {
    stop()
    vi.unstubAllGlobals()
  }
})

const offer = (...keys: string[]) =>
  addCommands(
    keys.map((key): Command => {
      const title = { id: key }
      return { id: key, title, group: 'go', keys: [key], run: () => pressed.push(key) }
    }),
  )

function press(key: string): void {
  const event = Object.assign(new Event('keydown', { cancelable: true }), {
    key,
    code: `Key${key.toUpperCase()}`,
    getModifierState: () => false,
  })
  page.dispatchEvent(event)
}

it('[UI249] goes on with a sequence when a screen offers its commands in the middle of it', () => {
  const withdraw = [offer('g a', 'x')]
  press('g')
  withdraw.push(offer('j', 'g'))
  press('a')
  expect(pressed).toEqual(['g a'])
  press('j')
  press('x')
  press('x')
  expect(pressed).toEqual(['g a', 'j', 'x', 'x'])
  for (const end of withdraw) end()
})
