import { createTunnel } from '@hindcast/next/tunnel'

export const { POST } = createTunnel({ dsn: process.env.SHOP_DSN })
