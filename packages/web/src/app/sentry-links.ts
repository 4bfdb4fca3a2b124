interface Shape {
  readonly pattern: RegExp
  readonly to: (parts: readonly string[], search: URLSearchParams) => string
}

const find = (text: string) => `/find?text=${encodeURIComponent(text)}`

/** What SDKs, `sentry-cli` and old bookmarks print, and where it is found here. */
const SHAPES: readonly Shape[] = [
  {
    pattern: /^\/organizations\/[^/]+\/issues\/(\d+)\/events\/([0-9a-f]{32})$/,
    to: ([issue, event]) => `/issues/${issue}/events/${event}`,
  },
  {
    pattern: /^\/organizations\/[^/]+\/issues\/(\d+)(?:\/events\/(?:latest|recommended))?$/,
    to: ([issue]) => `/issues/${issue}`,
  },
  {
    pattern: /^\/organizations\/[^/]+\/issues\/([A-Za-z0-9][\w-]*-[0-9A-Za-z]+)$/,
    to: ([shortId]) => find(shortId!),
  },
  { pattern: /^\/organizations\/[^/]+\/issues$/, to: () => '/' },
  {
    pattern: /^\/organizations\/[^/]+\/projects\/([a-z0-9-]+)$/,
    to: ([project]) => `/projects/${project}/issues`,
  },
  { pattern: /^\/organizations\/[^/]+\/projects$/, to: () => '/' },
  {
    pattern: /^\/settings\/[^/]+\/projects\/([a-z0-9-]+)\/keys$/,
    to: ([project]) => `/projects/${project}/keys`,
  },
  {
    pattern: /^\/settings\/[^/]+\/projects\/([a-z0-9-]+)(?:\/.*)?$/,
    to: ([project]) => `/projects/${project}/settings`,
  },
  { pattern: /^\/settings\/(?:account\/api|[^/]+)\/auth-tokens$/, to: () => '/tokens' },
  { pattern: /^\/settings\/account(?:\/details)?$/, to: () => '/preferences' },
  {
    pattern: /^\/(?!projects\/)[^/]+\/([a-z0-9-]+)\/issues\/(\d+)\/events\/([0-9a-f]{32})$/,
    to: ([, issue, event]) => `/issues/${issue}/events/${event}`,
  },
  { pattern: /^\/(?!projects\/)[^/]+\/([a-z0-9-]+)\/issues\/(\d+)$/, to: ([, issue]) => `/issues/${issue}` },
  {
    pattern: /^\/organizations\/[^/]+\/(?:performance|traces|explore\/traces)\/trace\/([0-9a-f]{32})$/,
    to: ([trace]) => `/traces/${trace}`,
  },
  { pattern: /^\/events\/([0-9a-fA-F-]{32,36})$/, to: ([event]) => find(event!) },
  { pattern: /^\/projects\/([a-z0-9-]+)$/, to: ([project]) => `/projects/${project}/issues` },
]

/** Undefined where the address has none of the known shapes. */
export function ourAddressFor(path: string, search = ''): string | undefined {
  const bare = path.replace(/\/+$/, '')
  for (const { pattern, to } of SHAPES) {
    const match = pattern.exec(bare)
    if (match !== null) return to(match.slice(1), new URLSearchParams(search))
  }
  return undefined
}
