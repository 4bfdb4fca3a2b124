import type { ReactNode } from 'react'

/** Drawn on 16 × 16 with one stroke, so that they sit on the text line like a letter. */
const PATHS = {
  overview: <path d="M2 2h12v12H2zm0 4h12M8 6v8" />,
  issues: <path d="M8 1.8v5.4m0 3.6v.2M2.2 13.6h11.6L8 2.6z" strokeLinejoin="round" />,
  route: (
    <path d="M4 12.5a1.5 1.5 0 1 0 0-3a1.5 1.5 0 1 0 0 3zm8-6a1.5 1.5 0 1 0 0-3a1.5 1.5 0 1 0 0 3zM5.5 11H9a2 2 0 0 0 2-2V6.5" />
  ),
  navigation: <path d="M2 5h12l-3-3M14 11H2l3 3" />,
  release: <path d="M2 2h6.2L14 7.8 7.8 14 2 8.2zm3.2 3.2v.1" strokeLinejoin="round" />,
  feedback: <path d="M2 2.8h12v8.4H7.6L4.4 14v-2.8H2z" strokeLinejoin="round" />,
  trace: <path d="M2 3.5h7M4.5 8h7M9 12.5h5" strokeWidth="2" />,
  alert: (
    <path
      d="M3 12h10c-1-1-1.4-2-1.4-4.6a3.6 3.6 0 0 0-7.2 0C4.4 10 4 11 3 12zm3.6 2h2.8M8 3.6V2.2"
      strokeLinejoin="round"
    />
  ),
  intake: <path d="M8 1.8v7.4m0 0L5 6.4m3 2.8 3-2.8M2 10.4v3.2h12v-3.2" />,
  connect: (
    <path d="M6.2 9.8 3.9 12a2 2 0 0 1-2.8-2.8l3-3a2 2 0 0 1 2.8 0m2.9 0 2.3-2.2A2 2 0 0 1 15 6.8l-3 3a2 2 0 0 1-2.9 0" />
  ),
  settings: <path d="M2 4.5h7m3 0h2M2 11.5h2m3 0h7M10.5 3v3M5.5 10v3" />,
  key: <path d="M6.5 9.5a3 3 0 1 1 0-3h7.7v3h-2v-1.6h-2v1.6z" />,
  search: <path d="m10.4 10.4 3.8 3.8M11.6 7a4.6 4.6 0 1 1-9.2 0 4.6 4.6 0 0 1 9.2 0z" />,
  help: (
    <path d="M5.8 6a2.2 2.2 0 1 1 3.1 2c-.7.3-.9.7-.9 1.4m0 2.2v.2M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0z" />
  ),
  check: <path d="m2.8 8.6 3.4 3.4 7-7.6" />,
  mute: <path d="M2 6h2.6L8 3v10l-3.4-3H2zm8.6.4 3.4 3.4m0-3.4-3.4 3.4" />,
  person: (
    <path d="M10.8 5a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0zM2.6 14c.5-2.8 2.6-4.2 5.4-4.2s4.9 1.4 5.4 4.2" />
  ),
  people: (
    <path d="M8.5 5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM1.5 13.6q.5-4 4.5-4t4.5 4M10.5 3a2.5 2.5 0 0 1 0 4m2 3q2 1 2 3.6" />
  ),
  shield: (
    <path d="M8 1.6 13.4 3.6v4c0 3.3-2.2 5.5-5.4 6.8-3.2-1.3-5.4-3.5-5.4-6.8v-4z" strokeLinejoin="round" />
  ),
  copy: <path d="M5.5 5.5V2.2h8.3v8.3h-3.3M2.2 5.5h8.3v8.3H2.2z" />,
  close: <path d="m3.5 3.5 9 9m0-9-9 9" />,
  down: <path d="m3.5 6 4.5 4.5L12.5 6" />,
  up: <path d="M3.5 10 8 5.5l4.5 4.5" />,
  right: <path d="M6 3.5 10.5 8 6 12.5" />,
  left: <path d="M10 3.5 5.5 8l4.5 4.5" />,
  first: <path d="M11.5 3.5 7 8l4.5 4.5M4.5 3.5v9" />,
  last: <path d="M4.5 3.5 9 8l-4.5 4.5m7-9v9" />,
  plus: <path d="M8 2.5v11M2.5 8h11" />,
  minus: <path d="M2.5 8h11" />,
  undo: <path d="M3 6.2h6.6a3.6 3.6 0 0 1 0 7.2H5.4M3 6.2l3-3m-3 3 3 3" />,
  sun: (
    <path d="M8 1.2v1.6m0 10.4v1.6M1.2 8h1.6m10.4 0h1.6M3.2 3.2l1.1 1.1m7.4 7.4 1.1 1.1m0-9.6-1.1 1.1m-7.4 7.4-1.1 1.1M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0z" />
  ),
  moon: <path d="M13.6 9.6A5.8 5.8 0 0 1 6.4 2.4a5.8 5.8 0 1 0 7.2 7.2z" />,
  menu: <path d="M2 4h12M2 8h12M2 12h12" />,
  external: <path d="M6.5 3H3v10h10V9.5M9.5 2.5h4v4m0-4L7.5 8.5" />,
  dot: <path d="M8 8v.01" strokeWidth="5" />,
  filter: <path d="M2 3.5h12L9.4 8.8v4.4l-2.8-1.4v-3z" strokeLinejoin="round" />,
  peek: <path d="M2 3h12v10H2zm7 0v10" />,
  terminal: <path d="m3 4.5 3.5 3.5L3 11.5m5 .5h5" />,
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof PATHS
export const ICON_NAMES = Object.keys(PATHS) as readonly IconName[]

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="shrink-0"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {PATHS[name]}
    </svg>
  )
}
