import { advice, problem, type Finding } from './finding.ts'
import { names } from './init-options.ts'
import type { Project } from './project.ts'

const OPTION = /\btunnel\s*:\s*(['"`])(\/[^'"`$\n]*)\1/

/** Whether what pages send goes through their own origin, and to a path that answers. */
export function checkTunnel(project: Project): readonly Finding[] {
  const paths = project.pages.flatMap(({ text }) => OPTION.exec(text)?.[2] ?? [])
  if (paths.length > 0) return paths.flatMap((path) => checkPath(path, project))
  // It is computed, or comes from elsewhere.
  if (project.pages.some((options) => options.isOpen || names(options, 'tunnel'))) return []
  return project.pages.length === 0 ? [] : checkMissing(project)
}

function checkPath(path: string, project: Project): readonly Finding[] {
  const { basePath, trailingSlash } = pathsOf(project)
  const bare = path.replace(/\/$/, '')
  const hasBase = basePath !== '' && bare.startsWith(`${basePath}/`)
  const inner = hasBase ? bare.slice(basePath.length) : bare
  if (!isAnswered(inner, project))
    return [
      problem(
        `Pages send to ${path}, but no route and no rewrite answers there: everything they report is lost.`,
        `Add app${inner}/route.ts with createTunnel, or tunnelRewrite({ dsn, path: '${inner}' }) to the rewrites of next.config.`,
      ),
    ]
  const right = `${basePath}${inner}${trailingSlash ? '/' : ''}`
  if (path === right) return []
  return [
    problem(
      hasBase || basePath === ''
        ? `Pages send to ${path}, which Next.js redirects because of trailingSlash.`
        : `Pages send to ${path}, which is outside of the basePath ${basePath}: everything they report is lost.`,
      `Write in init of the pages: tunnel: '${right}'`,
    ),
  ]
}

function checkMissing(project: Project): readonly Finding[] {
  const { basePath, trailingSlash } = pathsOf(project)
  const handler = project.handlers.find(({ file }) => /\bcreate(?:Pages)?Tunnel\b/.test(file.text))
  const route =
    handler?.route ?? (project.config?.text.includes('tunnelRewrite') === true ? '/monitoring' : undefined)
  const option = `tunnel: '${basePath}${route ?? '/monitoring'}${trailingSlash ? '/' : ''}'`
  if (route !== undefined)
    return [
      problem(
        'There is a tunnel, but init of the pages has no option tunnel: nothing goes through it.',
        `Add to init of the pages: ${option}`,
      ),
    ]
  const routed = project.config?.text.includes('tunnelRoute') === true
  return [
    advice(
      routed
        ? 'tunnelRoute of withSentryConfig only knows sentry.io: pages send to another origin, which ad blockers stop.'
        : 'Pages send to another origin, which ad blockers stop.',
      `Add app/monitoring/route.ts with createTunnel of '@hindcast/next/tunnel', and to init of the pages: ${option}`,
    ),
  ]
}

/** A route of the application, whatever its code does, a rewrite of the build, or a text in what routes requests. */
function isAnswered(path: string, { handlers, build, config, proxy }: Project): boolean {
  if (handlers.some(({ route }) => route === path) || build?.rewrites.includes(path) === true) return true
  const text = `${config?.around ?? ''}\n${proxy?.around ?? ''}`
  return (
    [`'${path}`, `"${path}`, `\`${path}`].some((start) => text.includes(start)) ||
    (path === '/monitoring' && text.includes('tunnelRewrite'))
  )
}

/** As the configuration says, else as the build knew them. */
function pathsOf({ config, build }: Project): { readonly basePath: string; readonly trailingSlash: boolean } {
  const text = config?.text ?? ''
  const basePath = /\bbasePath\s*:\s*['"`]([^'"`$\n]*)['"`]/.exec(text)?.[1]
  const trailingSlash = /\btrailingSlash\s*:\s*(true|false)\b/.exec(text)?.[1]
  return {
    basePath: basePath ?? build?.basePath ?? '',
    trailingSlash: trailingSlash === undefined ? build?.trailingSlash === true : trailingSlash === 'true',
  }
}
