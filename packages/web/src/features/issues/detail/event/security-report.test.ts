import { describe, expect, it } from 'vitest'
import { reportFields } from './security-report.ts'

describe('a report of the browser', () => {
  it('[UI60] begins with what was blocked and by which rule, and leaves out what is empty', () => {
    const fields = {
      referrer: '',
      'status-code': 200,
      'blocked-uri': 'x.png',
      'effective-directive': 'img-src',
    }
    expect(reportFields({ security_report: { kind: 'csp', fields } })).toEqual([
      ['effective-directive', 'img-src'],
      ['blocked-uri', 'x.png'],
      ['status-code', 200],
    ])
    expect(reportFields({})).toEqual([])
  })
})
