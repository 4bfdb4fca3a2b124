import type { Platform } from '#product/projects/platform.ts'

/** On no list of any blocker, unlike every path with "sentry", "monitoring" or "report" in it. */
export const TUNNEL_PATH = '/app-health'

interface ProxyFile {
  readonly name: string
  readonly hint?: 'production'
  readonly text: string
}

/** What the app's own server needs so that browsers talk only to it. */
export function proxyFiles(platform: Platform, target: string): readonly ProxyFile[] {
  if (platform === 'next') return [{ name: 'next.config.mjs', text: nextConfig(target) }]
  return [
    { name: 'vite.config.js', text: viteConfig(target) },
    { name: 'nginx.conf', hint: 'production', text: nginx(target) },
  ]
}

function nextConfig(target: string): string {
  return [
    `export default {`,
    `  async rewrites() {`,
    `    return [{ source: '${TUNNEL_PATH}', destination: '${target}' }]`,
    `  },`,
    `}`,
    ``,
  ].join('\n')
}

function viteConfig(target: string): string {
  const { origin, pathname } = new URL(target)
  return [
    `export default {`,
    `  server: {`,
    `    proxy: {`,
    `      '${TUNNEL_PATH}': {`,
    `        target: '${origin}',`,
    `        changeOrigin: true,`,
    `        rewrite: () => '${pathname}',`,
    `      },`,
    `    },`,
    `  },`,
    `}`,
    ``,
  ].join('\n')
}

function nginx(target: string): string {
  return [
    `location = ${TUNNEL_PATH} {`,
    `  proxy_pass ${target};`,
    `  proxy_ssl_server_name on;`,
    `  proxy_set_header X-Forwarded-For $remote_addr;`,
    `  proxy_set_header Cookie "";`,
    `}`,
    ``,
  ].join('\n')
}
