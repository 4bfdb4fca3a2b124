import { advice, type Finding } from './finding.ts'
import { names } from './init-options.ts'
import type { Project } from './project.ts'

/** What makes stacks readable, and tells which deployment an error came with. */
export function checkReleases(project: Project): readonly Finding[] {
  return [...checkRelease(project), ...checkMaps(project)]
}

function checkRelease({ build, config, servers, pages }: Project): readonly Finding[] {
  if (build?.release !== undefined) return []
  // What it will write into the build is known once there is one.
  if (build === undefined && config?.text.includes('withSentryConfig') === true) return []
  const unnamed = [...servers, ...pages].filter((options) => !options.isOpen && !names(options, 'release'))
  return unnamed.map(({ file }) =>
    advice(
      `${file.path} names no release, and the build has none: errors cannot be told apart by deployment, and uploaded routes are not found.`,
      'Use withSentryConfig in next.config, or add to init: release: …',
    ),
  )
}

function checkMaps({ build, config }: Project): readonly Finding[] {
  const text = config?.text ?? ''
  const isUploaded =
    text.includes('withSentryConfig') && !/\bsourcemaps\s*:\s*\{\s*disable\s*:\s*true/.test(text)
  if (isUploaded || build?.hasPageMaps === true || /\bproductionBrowserSourceMaps\s*:\s*true/.test(text))
    return []
  return [
    advice(
      'Nothing makes source maps of pages: their stacks stay minified.',
      'Use withSentryConfig in next.config, which uploads them during the build and deletes them.',
    ),
  ]
}
