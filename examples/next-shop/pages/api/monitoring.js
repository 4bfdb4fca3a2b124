import { createPagesTunnel } from '@hindcast/next/tunnel'

export const config = { api: { bodyParser: false } }

export default createPagesTunnel({ dsn: process.env.NEXT_PUBLIC_SHOP_DSN })
