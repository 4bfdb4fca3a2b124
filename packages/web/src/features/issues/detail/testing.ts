import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import type { Exception, Frame } from './stack/frame-runs.ts'

/** Builders for the tests of this folder: a test says what matters to it, the rest is filled in. */
export function aFrame(over: Partial<Frame>): Frame {
  return {
    function: null,
    module: null,
    filename: 'a.js',
    absPath: null,
    line: 1,
    column: 2,
    inApp: true,
    preContext: [],
    contextLine: null,
    postContext: [],
    vars: null,
    original: null,
    map: null,
    ...over,
  }
}

/** As a map places it; the frame itself stays where the build has it. */
export function anOriginal(over: Partial<NonNullable<Frame['original']>>): NonNullable<Frame['original']> {
  return {
    filename: 'src/cart.ts',
    source: '../../src/cart.ts',
    function: 'priceOf',
    line: 3,
    column: 14,
    inApp: true,
    preContext: [],
    contextLine: null,
    postContext: [],
    ...over,
  }
}

export function aMap(over: Partial<NonNullable<Frame['map']>>): NonNullable<Frame['map']> {
  const codes = { nearest: null, fix: null }
  return { state: 'mapped', looked: [], nearest: null, fix: null, codes, fetch: null, ...over }
}

export function anException(over: Partial<Exception>): Exception {
  return { type: 'Error', value: 'broken', module: null, mechanism: null, frames: [], ...over }
}

export function aMechanism(over: Partial<NonNullable<Exception['mechanism']>>) {
  return {
    type: 'generic',
    handled: true,
    synthetic: false,
    source: null,
    exceptionId: null,
    parentId: null,
    isExceptionGroup: false,
    data: {},
    ...over,
  }
}

export function anEvent(over: Partial<EventView>): EventView {
  return {
    eventId: 'e'.repeat(32),
    issueId: '5',
    projectId: '1',
    kind: 'error',
    title: 'Error: broken',
    culprit: '/cart',
    platform: 'javascript',
    level: 'error',
    occurredAt: '2026-11-15T06:00:00.000Z',
    receivedAt: '2026-11-15T06:00:01.000Z',
    storedAt: '2026-11-15T06:00:01.250Z',
    exceptions: [],
    threads: [],
    componentStack: null,
    message: null,
    logger: null,
    transaction: null,
    route: null,
    environment: null,
    release: null,
    dist: null,
    serverName: null,
    tags: [],
    user: null,
    request: null,
    contexts: {},
    breadcrumbs: [],
    extra: {},
    modules: {},
    sdk: null,
    debugImages: [],
    traceId: null,
    cuts: [],
    scrubbed: [],
    grouping: { version: 1, fingerprint: 'f', rule: 'stacktrace', summary: 'Same place.', parts: [] },
    recognised: null,
    serverSide: null,
    browserSides: [],
    previousEventId: null,
    nextEventId: null,
    payload: {},
    ...over,
  }
}

export function anIssue(over: Partial<IssueDetail>): IssueDetail {
  return {
    id: '5',
    shortId: 'WEB-5',
    project: 'web',
    projectId: '1',
    status: 'unresolved',
    substatus: 'new',
    resolution: null,
    snooze: null,
    priority: 'medium',
    priorityChosen: false,
    assigneeTeam: null,
    level: 'error',
    title: 'Error: broken',
    culprit: '/cart',
    type: 'Error',
    value: 'broken',
    platform: 'javascript',
    firstSeen: '2026-11-01T06:00:00.000Z',
    lastSeen: '2026-11-15T06:00:00.000Z',
    events: 180,
    users: 93,
    firstRelease: 'shop@4.1.0',
    lastRelease: 'shop@4.2.1',
    assignee: null,
    recognised: null,
    series: { from: '2026-11-02T00:00:00.000Z', bucketSeconds: 86_400, values: [] },
    latestEventId: 'e'.repeat(32),
    history: [],
    historyNext: null,
    feedback: 0,
    following: null,
    ...over,
  }
}
