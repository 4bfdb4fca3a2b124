/** Names of products, the same in every language. */
export const PLATFORMS = [
  { id: 'browser', name: 'Browser', word: 'javascript' },
  { id: 'react', name: 'React', word: 'javascript-react' },
  { id: 'next', name: 'Next.js', word: 'javascript-nextjs' },
  { id: 'node', name: 'Node', word: 'node' },
  { id: 'python', name: 'Python', word: 'python' },
  { id: 'go', name: 'Go', word: 'go' },
  { id: 'java', name: 'Java', word: 'java' },
  { id: 'ruby', name: 'Ruby', word: 'ruby' },
  { id: 'php', name: 'PHP', word: 'php' },
  { id: 'rust', name: 'Rust', word: 'rust' },
] as const

export type Platform = (typeof PLATFORMS)[number]['id']
export type ServerLanguage = 'python' | 'go' | 'java' | 'ruby' | 'php' | 'rust'

/** The word under which SDKs and existing tools know it. */
export function platformWord(platform: Platform): string {
  return PLATFORMS.find(({ id }) => id === platform)!.word
}

/** A project may have been made with any word an SDK knows, such as `javascript-react`. */
export function platformOf(word: string | null): Platform {
  const parts = (word ?? '').toLowerCase().split(/[^a-z]+/)
  if (parts.includes('next') || parts.includes('nextjs')) return 'next'
  if (parts.includes('react')) return 'react'
  if (parts.includes('node') || parts.includes('nodejs')) return 'node'
  // `python-django`, `java-spring-boot`: the language comes first.
  return PLATFORMS.find(({ id }) => id === parts[0])?.id ?? 'browser'
}
