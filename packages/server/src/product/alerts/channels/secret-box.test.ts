import { describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox('a secret of the installation, long enough')

describe('the secrets of channels', () => {
  it('[AL21] are opened with the secret of the installation only', () => {
    const sealed = box.seal('https://hooks.example/T0/B0/ä\u{1f480}')
    expect(sealed).not.toContain('hooks.example')
    expect(box.open(sealed)).toBe('https://hooks.example/T0/B0/ä\u{1f480}')
    expect(createSecretBox('another secret, also long enough').open(sealed)).toBeUndefined()
  })

  it('[AL21] are sealed differently each time, and damaged ones are not opened', () => {
    expect(box.seal('x')).not.toBe(box.seal('x'))
    const sealed = box.seal('x')
    const damaged = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    expect([damaged, '', 'a1.', 'a1.abc', 'nonsense'].map((text) => box.open(text))).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })
})
