import { describe, expect, it } from 'vitest'
import { issueBrief } from './issue-brief.ts'
import { aFrame, anEvent, anException, anIssue, anOriginal } from './testing.ts'

const url = 'https://hindcast.example/issues/5'
const briefOf = (over: Partial<Parameters<typeof issueBrief>[0]>) =>
  issueBrief({ issue: anIssue({}), event: undefined, suspects: [], url, ...over })

describe('the brief of an issue', () => {
  it('[UI57] contains place, counts, frames, breadcrumbs and tags', () => {
    const event = anEvent({
      release: 'shop@4.2.1',
      tags: [{ key: 'plan', value: 'business' }],
      exceptions: [
        anException({
          type: 'TypeError',
          value: 'no price',
          frames: [
            aFrame({ function: 'priceOf', filename: 'price.ts', line: 31, contextLine: '  return x' }),
          ],
        }),
      ],
      breadcrumbs: [
        {
          timestamp: '2026-11-15T05:59:58.000Z',
          type: 'http',
          category: 'fetch',
          level: 'info',
          message: null,
          data: { method: 'GET', url: '/api/prices', status_code: 200 },
        },
      ],
    })
    expect(briefOf({ event })).toMatchInlineSnapshot(`
      "# WEB-5: Error: broken

      - Link: https://hindcast.example/issues/5
      - Level: error
      - Status: new
      - Priority: medium
      - Where: /cart
      - Events: 180
      - Users: 93
      - First seen: 2026-11-01T06:00:00.000Z in shop@4.1.0
      - Last seen: 2026-11-15T06:00:00.000Z in shop@4.2.1
      - Event: eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee
      - Release: shop@4.2.1

      ## TypeError

      \`\`\`
      no price
      at priceOf (price.ts:31:2)
          > return x
      \`\`\`

      ## Before it

      - -2.0 s fetch: GET /api/prices (200)

      ## Tags

      - plan: business
      "
    `)
  })

  it('[UI213] names browser, system and device, and the commits that are suspected', () => {
    const contexts = {
      browser: { name: 'Safari', version: '18.6' },
      os: { name: 'iOS' },
      device: { family: 'iPhone' },
    }
    const commit = {
      id: '9f3c1ab'.padEnd(40, '0'),
      repository: 'acme/shop',
      author: { name: 'Nora Costa', email: null },
      message: 'Filter by brand\n\nAnd more.',
      at: null,
    }
    const suspect = { commit, file: 'src/cart.ts', function: 'total', line: 3, depth: 0 }
    const brief = briefOf({ event: anEvent({ contexts }), suspects: [suspect] })
    expect(brief).toContain('- Browser: Safari 18.6\n- Operating system: iOS\n')
    expect(brief).not.toContain('Device')
    expect(brief).toContain(
      '## Suspect commit\n\n- 9f3c1ab00000 by Nora Costa, changed src/cart.ts: Filter by brand\n',
    )
  })

  it('[UI57] cuts a stack of 200 frames and a message without end, and says so', () => {
    const event = anEvent({
      exceptions: [
        anException({ value: 'x'.repeat(5000), frames: Array.from({ length: 200 }, () => aFrame({})) }),
      ],
    })
    const text = briefOf({ issue: anIssue({ title: 'y'.repeat(5000) }), event })
    expect(text).toContain('… 184 more frames')
    expect(text.length).toBeLessThan(4000)
  })

  it('[UI57] is not ended by Markdown in a message', () => {
    const event = anEvent({ message: { formatted: '```\n# not a title', template: null, params: [] } })
    expect(briefOf({ event })).toContain('````\n```\n# not a title\n````')
  })

  it('[UI57] exists for an issue whose events have all expired', () => {
    expect(briefOf({})).toMatch(/^# WEB-5: Error: broken\n\n- Link/)
  })

  it('[UI123] names frames where they were written, and what is known about the problem', () => {
    const original = anOriginal({ contextLine: '  return price.amount' })
    const event = anEvent({
      exceptions: [anException({ frames: [aFrame({ function: 'n', column: 2041, original })] })],
      componentStack: [aFrame({ function: 'C', original: anOriginal({ function: 'Cart', line: 12 }) })],
      recognised: {
        kind: 'react_error',
        explanation: 'react_error',
        title: 'React stopped',
        about: 'A number.',
        confirm: 'Follow the link.',
        fix: 'Fix it.',
        severity: 'serious',
        details: { reactCode: 31, message: 'Objects are not valid', link: null, subject: null },
      },
    })
    const text = briefOf({ event })
    expect(text).toContain('at priceOf (src/cart.ts:3:14)\n    > return price.amount\n')
    expect(text).toContain('## React components\n\n```\nat Cart (src/cart.ts:12:14)\n```')
    expect(text).toContain('## Recognised: React stopped\n\nA number.\n\n- React says: Objects are not valid')
    expect(text).not.toContain('2041')
  })

  it('[UI154] contains status changes and comments, oldest first', () => {
    const said = (id: string, text: string) => ({
      id,
      at: '2026-11-15T06:00:00.000Z',
      kind: 'comment' as const,
      events: 0,
      otherIssue: null,
      otherIssueId: null,
      person: { id: 'u', name: 'Ann', email: 'ann@example.com' },
      data: { text },
    })
    const issue = anIssue({
      status: 'resolved',
      resolution: { kind: 'next_release', release: '1.0', commit: null },
      history: [said('2', 'Fixed\nin main'), said('1', 'Mine')],
    })
    const brief = briefOf({ issue })
    expect(brief).toContain('- Status: resolved in the release after 1.0')
    expect(brief).toContain(
      'Ann, 2026-11-15T06:00:00.000Z:\n\n> Mine\n\nAnn, 2026-11-15T06:00:00.000Z:\n\n> Fixed\n> in main',
    )
  })
})
