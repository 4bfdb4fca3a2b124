import { describe, expect, it } from 'vitest'
import { platformOf, PLATFORMS } from './platform.ts'

describe('the platform of a project', () => {
  it('[UI4] is recognised in the spellings SDKs use, so that the right snippet opens', () => {
    expect(platformOf('javascript-nextjs')).toBe('next')
    expect(platformOf('node-express')).toBe('node')
    expect(platformOf('python-django')).toBe('python')
    expect(platformOf('javascript')).toBe('browser')
    expect(platformOf('cocoa')).toBe('browser')
    expect(platformOf(null)).toBe('browser')
    for (const platform of PLATFORMS) expect(platformOf(platform.word)).toBe(platform.id)
  })
})
