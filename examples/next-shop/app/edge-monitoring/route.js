import { createTunnel } from '@hindcast/next/tunnel'

export const runtime = 'edge'

// Next.js cuts bodies at 10 MB on the edge.
export const { POST } = createTunnel({ dsn: process.env.NEXT_PUBLIC_SHOP_DSN, maxBytes: 5 * 1024 * 1024 })
