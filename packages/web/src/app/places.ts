import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Scope } from '@hindcast/contract/people/scope.ts'
import type { IconName } from '#ui/base/icon.tsx'

/** Where one can go from every screen. The rail lists those with a name, the palette all of them. */
interface Place {
  readonly id: string
  readonly title: MessageDescriptor
  readonly group: 'go'
  readonly keys?: readonly [string]
  readonly words: string
  readonly to: string
  /** Offered only to those whose role allows it. */
  readonly needs?: Scope
  readonly rail?: { readonly name: MessageDescriptor; readonly icon: IconName }
}

export const OF_A_PROJECT = [
  {
    id: 'go-overview',
    title: msg`Go to the overview`,
    group: 'go',
    keys: ['g h'],
    words: 'overview home dashboard',
    to: '/projects/$project/overview',
    rail: { name: msg`Overview`, icon: 'overview' },
  },
  {
    id: 'go-issues',
    title: msg`Go to issues`,
    group: 'go',
    keys: ['g i'],
    words: 'issues stream',
    to: '/projects/$project/issues',
    rail: { name: msg`Issues`, icon: 'issues' },
  },
  {
    id: 'go-events',
    title: msg`Go to events`,
    group: 'go',
    keys: ['g e'],
    words: 'events table search',
    to: '/projects/$project/events',
    rail: { name: msg`Events`, icon: 'menu' },
  },
  {
    id: 'go-feedback',
    title: msg`Go to feedback`,
    group: 'go',
    keys: ['g u'],
    words: 'feedback user report message widget',
    to: '/projects/$project/feedback',
    rail: { name: msg`Feedback`, icon: 'feedback' },
  },
  {
    id: 'go-traces',
    title: msg`Go to traces`,
    group: 'go',
    keys: ['g w'],
    words: 'traces spans waterfall performance slow',
    to: '/projects/$project/traces',
    rail: { name: msg`Traces`, icon: 'trace' },
  },
  {
    id: 'go-releases',
    title: msg`Go to releases`,
    group: 'go',
    keys: ['g r'],
    words: 'releases versions deploys verdict',
    to: '/projects/$project/releases',
    rail: { name: msg`Releases`, icon: 'release' },
  },
  {
    id: 'go-routes',
    title: msg`Go to routes`,
    group: 'go',
    keys: ['g o'],
    words: 'routes performance web vitals slow pages lcp inp cls',
    to: '/projects/$project/routes',
    rail: { name: msg`Routes`, icon: 'route' },
  },
  {
    id: 'go-navigations',
    title: msg`Go to navigations`,
    group: 'go',
    keys: ['g b'],
    words: 'prefetch cache old releases',
    to: '/projects/$project/navigations',
    rail: { name: msg`Navigations`, icon: 'navigation' },
  },
  {
    id: 'go-intake',
    title: msg`Go to intake`,
    group: 'go',
    keys: ['g n'],
    words: 'intake dropped',
    to: '/projects/$project/intake',
    rail: { name: msg`Intake`, icon: 'intake' },
  },
  {
    id: 'go-connect',
    title: msg`Connect an app`,
    group: 'go',
    keys: ['g c'],
    words: 'connect dsn setup onboarding',
    to: '/projects/$project/connect',
    rail: { name: msg`Connect`, icon: 'connect' },
  },
  {
    id: 'go-settings',
    title: msg`Go to project settings`,
    group: 'go',
    keys: ['g s'],
    words: 'project settings',
    to: '/projects/$project/settings',
    rail: { name: msg`Settings`, icon: 'settings' },
  },
  {
    id: 'go-keys',
    title: msg`Go to keys`,
    group: 'go',
    keys: ['g k'],
    words: 'keys dsn',
    to: '/projects/$project/keys',
    rail: { name: msg`Keys`, icon: 'key' },
  },
] as const satisfies readonly Place[]

export const OF_ALL = [
  {
    id: 'go-alerts',
    title: msg`Go to alerts`,
    group: 'go',
    keys: ['g a'],
    words: 'alerts notifications channels slack webhook mail',
    to: '/alerts',
    rail: { name: msg`Alerts`, icon: 'alert' },
  },
  {
    id: 'go-find',
    title: msg`Look up`,
    group: 'go',
    keys: ['g f'],
    words: 'find digest event id lookup',
    to: '/find',
    rail: { name: msg`Look up`, icon: 'search' },
  },
  {
    id: 'go-tokens',
    title: msg`Go to API tokens`,
    group: 'go',
    keys: ['g t'],
    words: 'api tokens',
    to: '/tokens',
    needs: 'org:write',
    rail: { name: msg`API tokens`, icon: 'terminal' },
  },
  {
    id: 'go-people',
    title: msg`Go to people`,
    group: 'go',
    keys: ['g m'],
    words: 'members teams audit invite',
    to: '/people',
    rail: { name: msg`People`, icon: 'people' },
  },
  {
    id: 'go-security',
    title: msg`Go to security`,
    group: 'go',
    keys: ['g y'],
    words: 'password passkey totp 2fa sessions',
    to: '/security',
    rail: { name: msg`Security`, icon: 'shield' },
  },
  {
    id: 'go-preferences',
    title: msg`Go to preferences`,
    group: 'go',
    keys: ['g p'],
    words: 'preferences language theme',
    to: '/preferences',
    rail: { name: msg`Preferences`, icon: 'person' },
  },
  {
    id: 'new-project',
    title: msg`New project`,
    group: 'go',
    words: 'new create project',
    to: '/projects/new',
    needs: 'project:write',
  },
] as const satisfies readonly Place[]
