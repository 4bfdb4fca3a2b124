import { createTunnel } from '@hindcast/next/tunnel'

export const { POST } = createTunnel({ dsn: process.env.NEXT_PUBLIC_SHOP_DSN })
