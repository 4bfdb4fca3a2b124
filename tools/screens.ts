import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Table } from './reference/page.ts'

const WEB = join(resolve(import.meta.dirname, '..'), 'packages/web/src')

export interface Screen {
  /** As the router writes it. */
  readonly path: string
  readonly shows: string
  readonly reachedBy: string
}

/** Every screen and what it is for. The reference shows this table; a test compares it with the routes. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/setup',
    shows: 'the form that creates the owner and the first project; the token is in the fragment',
    reachedBy: 'the one-time link printed at first start',
  },
  {
    path: '/sign-in',
    shows: 'e-mail and password, a passkey, and the second step',
    reachedBy: 'anyone without a session',
  },
  {
    path: '/forgot-password',
    shows: 'the form that asks for a link to a new password, or the command where no mail is sent',
    reachedBy: 'the sign-in page',
  },
  {
    path: '/reset-password',
    shows: 'the form for a new password; the token of the link is in the fragment',
    reachedBy: 'the link from the mail or the command',
  },
  {
    path: '/join',
    shows: 'what an invitation is for, and the form that accepts it; its secret is in the fragment',
    reachedBy: 'the link of an invitation',
  },
  {
    path: '/',
    shows:
      'nothing itself: redirects to the overview of the last project, to its connect page while it has no events, or to the form for a first project',
    reachedBy: 'the name at the top left',
  },
  {
    path: '/projects/new',
    shows: 'the form for another project',
    reachedBy: 'the project menu, the palette',
  },
  {
    path: '/projects/$project/overview',
    shows:
      'the last day at a glance: errors and users against yesterday and last week, errors and deploys of 14 days, new and regressed issues, the slowest routes, releases, and what is wrong with the setup',
    reachedBy: '`g h`, the name at the top left, the project menu',
  },
  {
    path: '/projects/$project/issues',
    shows: 'the issue stream: query, facets, rows with sparklines, preview',
    reachedBy: '`g i`',
  },
  {
    path: '/projects/$project/events',
    shows: 'the events that match a search, in a table with chosen columns',
    reachedBy: '`g e`',
  },
  {
    path: '/projects/$project/traces',
    shows: 'the latest or slowest page loads and requests of a project, each with its trace',
    reachedBy: '`g w`',
  },
  {
    path: '/projects/$project/releases',
    shows: 'the releases: adoption, crash-free sessions and users, new issues, deploys, source maps',
    reachedBy: '`g r`',
  },
  {
    path: '/projects/$project/releases/$version',
    shows:
      'the verdict on a release: new, regressed, worse and better issues compared with another release; commits, deploys, source maps',
    reachedBy: 'the releases, an issue',
  },
  {
    path: '/projects/$project/routes',
    shows:
      'the routes, ranked by the time their users lost: traffic, web vitals, server time, errors, the week before, and what the latest release changed',
    reachedBy: '`g o`',
  },
  {
    path: '/projects/$project/routes/one',
    shows:
      'one route: web vitals over time and by rating with their causes, its errors, releases, browsers, devices, and visits to open as traces',
    reachedBy: 'the routes',
  },
  {
    path: '/projects/$project/routes/rules',
    shows:
      'what routes are named by: rules with a preview over recent addresses, manifests, learned patterns',
    reachedBy: 'the routes',
  },
  {
    path: '/projects/$project/feedback',
    shows: 'what users wrote, the latest first, with the issue that it is about',
    reachedBy: '`g u`',
  },
  {
    path: '/projects/$project/navigations',
    shows:
      'navigations by pair of routes: how their pages were served, how long users waited, used and unused prefetches, and failures',
    reachedBy: '`g b`',
  },
  {
    path: '/projects/$project/navigations/old-releases',
    shows: 'users on pages of a release that was replaced: visits, how far behind, and failed navigations',
    reachedBy: 'the navigations',
  },
  {
    path: '/projects/$project/connect',
    shows: 'DSN, snippets, a test error, and the log of requests to the keys, refused ones with their fix',
    reachedBy: '`g c`, the first visit',
  },
  {
    path: '/projects/$project/intake',
    shows:
      'what happened to everything that was sent: accepted, kept raw, shortened, dropped, refused, with reasons',
    reachedBy: '`g n`',
  },
  {
    path: '/projects/$project/settings',
    shows: 'name, origins, quotas, scrubbing, addresses, retention',
    reachedBy: '`g s`',
  },
  {
    path: '/projects/$project/rules',
    shows: 'the grouping rules as text, and a dry run on the last 1,000 events',
    reachedBy: 'the settings',
  },
  {
    path: '/projects/$project/links',
    shows: 'the share links of the project, with maker, end and last visit',
    reachedBy: 'the settings',
  },
  { path: '/projects/$project/keys', shows: 'the keys and their DSNs', reachedBy: '`g k`' },
  {
    path: '/issues/$issue',
    shows: 'an issue with its latest event: stack trace first',
    reachedBy: '`Enter` on a row',
  },
  {
    path: '/issues/$issue/events',
    shows: 'the events of an issue that match a search, in the same table',
    reachedBy: 'the issue',
  },
  {
    path: '/issues/$issue/users',
    shows: 'who an issue happened to, by events or by time',
    reachedBy: 'the issue',
  },
  {
    path: '/traces/$trace',
    shows: 'a trace across all projects: waterfall or table of its spans, its errors, details of a span',
    reachedBy: 'the event of an issue (`t`), the list of traces',
  },
  {
    path: '/issues/$issue/events/$event',
    shows: 'an issue with one of its events',
    reachedBy: '`[` and `]`, the list of events',
  },
  { path: '/find', shows: 'what a pasted id, digest, DSN, link or sentence refers to', reachedBy: '`g f`' },
  {
    path: '/digest/$digest',
    shows: 'the issues and events with a digest, the most likely first',
    reachedBy: 'looking up a digest that several events have',
  },
  { path: '/tokens', shows: 'API tokens', reachedBy: '`g t`' },
  {
    path: '/people',
    shows: 'the members with their roles, and open invitations',
    reachedBy: '`g m`',
  },
  { path: '/people/teams', shows: 'teams, their members and projects', reachedBy: 'people' },
  {
    path: '/people/audit',
    shows: 'the audit log: who changed what, before and after; owners and admins only',
    reachedBy: 'people',
  },
  {
    path: '/security',
    shows: 'one’s own second step, recovery codes, passkeys, password and sessions',
    reachedBy: '`g y`',
  },
  {
    path: '/alerts',
    shows: 'the alerts as sentences: on, off or muted, and when each fired last',
    reachedBy: '`g a`',
  },
  {
    path: '/alerts/channels',
    shows: 'channels, a test with its answer, and the log of deliveries',
    reachedBy: 'the alerts',
  },
  {
    path: '/alerts/$alert',
    shows: 'an alert as a sentence that is edited in place, and its backtest on the last 14 days',
    reachedBy: 'the alerts, every message',
  },
  {
    path: '/share/$token',
    shows: 'an issue and its stack to whoever has the link, without anything about its users',
    reachedBy: 'a share link, created on the page of an issue',
  },
  { path: '/preferences', shows: 'language, theme, density, stack trace, keyboard', reachedBy: '`g p`' },
  {
    path: '$',
    shows: 'redirects links in the form of Sentry’s or of an earlier version; else “not found”',
    reachedBy: 'an unknown address',
  },
]

/** What may follow the question mark, by screen. */
export const SEARCH: Readonly<Record<string, readonly [name: string, meaning: string][]>> = {
  '/sign-in': [['next', 'where to go afterwards, a path of this site only']],
  '/projects/$project/issues': [
    ['q', 'the text query; absent: `is:unresolved`'],
    ['sort', '`last_seen`, `first_seen`, `events`, `users`'],
    ['period', '`24h` or `14d`: the range of the sparklines'],
    ['reach', 'how many events a text search reads; absent: the default'],
    ['peek', 'the number of the issue whose preview is open'],
  ],
  '/projects/$project/events': [
    ['q', 'the text query; absent: everything'],
    ['columns', 'names of fields or tags, separated by commas; absent: the default ones'],
  ],
  '/issues/$issue': [['q', 'which events the steps lead through; absent: all of them']],
  '/issues/$issue/events/$event': [['q', 'as above']],
  '/issues/$issue/events': [
    ['q', 'the text query; absent: everything'],
    ['columns', 'as above'],
  ],
  '/issues/$issue/users': [['sort', '`last_seen`; absent: by events']],
  '/projects/$project/routes': [
    ['last', '`24h`, `7d` (the default) or `30d`'],
    ['release', 'only visits of this release'],
    ['environment', 'only visits of this environment'],
  ],
  '/projects/$project/navigations': [
    ['last', '`24h`, `7d` (the default) or `30d`'],
    ['from', 'the route that the open pair starts on'],
    ['to', 'the route that it leads to'],
  ],
  '/projects/$project/navigations/old-releases': [['last', '`24h`, `7d` (the default) or `30d`']],
  '/projects/$project/routes/one': [
    ['last', '`24h`, `7d` (the default) or `30d`'],
    ['release', 'as above'],
    ['environment', 'as above'],
    ['route', 'the pattern, or the path of visits without one'],
  ],
  '/projects/$project/traces': [
    ['sort', '`slowest`; absent: the latest first'],
    ['period', '`1h`, `7d`, `30d`; absent: `24h`'],
  ],
  '/traces/$trace': [
    ['span', 'the selected span'],
    ['root', 'the span that is shown as if it were the whole trace'],
    ['from', 'start of the window on show, in milliseconds since the start of the trace'],
    ['to', 'end of that window'],
    ['q', 'only spans whose name, op or id contains it'],
    ['op', 'only spans of this op'],
    ['errors', '`1`: only spans with an error'],
    ['longer', 'only spans that take at least this percentage of the time on show'],
    ['path', '`1`: the critical path is marked'],
    ['idle', '`full`: idle time is not drawn shorter'],
    ['view', '`table`; absent: the waterfall'],
  ],
  '/projects/$project/releases/$version': [
    ['against', 'the release it is compared with; absent: the one before it'],
  ],
  '/projects/$project/connect': [
    ['for', 'the snippet shown: `browser`, `react`, `next`, `node`; absent: the platform of the project'],
    ['dsn', '`env`: the DSN is in the environment; absent: in the code'],
    ['via', '`tunnel`: events go through the app’s own origin; absent: straight to Hindcast'],
  ],
  '/projects/$project/intake': [
    ['last', '`24h`, `7d` or `30d`'],
    ['outcome', '`accepted`, `kept_raw`, `cut`, `dropped` or `refused`: only this outcome'],
  ],
  '/find': [['text', 'what was pasted']],
  '/digest/$digest': [
    ['at', 'when it was seen, as an RFC 3339 time'],
    ['route', 'a route, path or URL'],
    ['user', 'ID, email, name or IP address of the user'],
  ],
  '/alerts/$alert': [['mute', 'opens the question whether to mute the alert']],
  '/people/audit': [
    ['who', 'id of the person or token'],
    ['what', 'the target: `project`, `member`, `team` and the like'],
    ['done', 'the action: `created`, `changed`, `deleted` and the like'],
  ],
}

interface Route {
  readonly path: string
  /** The function in product/search-params.ts that reads what follows the question mark. */
  readonly reader: string | undefined
}

const ROUTE =
  /createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']+)',?(?:\s*validateSearch: (\w+))?/g

/** The route tree, as its source says it. */
function routes(): readonly Route[] {
  const source = ['app/public-routes.tsx', 'app/routes.tsx']
    .map((file) => readFileSync(join(WEB, file), 'utf8'))
    .join('\n')
  return [...source.matchAll(ROUTE)]
    .map(([, parent, path, reader]) => ({
      path: parent === 'project' ? `/projects/$project${path}` : path!,
      reader,
    }))
    .filter(({ path }) => path !== '/projects/$project' && !path.startsWith('/dev/'))
}

export function routePaths(): readonly string[] {
  return routes().map(({ path }) => path)
}

/** What each screen reads of its address, by the source of its reader. */
export function searchNames(): Readonly<Record<string, readonly string[]>> {
  const source = readFileSync(join(WEB, 'product/search-params.ts'), 'utf8')
  const namesIn = (reader: string): readonly string[] => {
    const body = new RegExp(`function ${reader}\\(.*?\\n}`, 's').exec(source)?.[0] ?? ''
    const found = body.matchAll(/optional\('(\w+)'|\.\.\.(\w+)\(raw\)/g)
    return [...found].flatMap(([, name, another]) => (name === undefined ? namesIn(another!) : [name]))
  }
  return Object.fromEntries(
    routes().flatMap(({ path, reader }) => (reader === undefined ? [] : [[path, namesIn(reader)]])),
  )
}

export function screensTable(): Table {
  const rows = SCREENS.map(({ path, shows, reachedBy }) => {
    const search = (SEARCH[path] ?? []).map(([name, meaning]) => `\`${name}\`: ${meaning}`).join('; ')
    const address = path === '$' ? 'anything else' : `\`${path.replaceAll('$', ':')}\``
    return [address, shows, search, reachedBy]
  })
  return { head: ['Address', 'Shows', 'Parameters', 'Reached by'], rows }
}
