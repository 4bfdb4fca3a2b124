import { ShopFrame } from '../components/shop-frame.jsx'
import './shop.css'

export const metadata = { title: 'Saltmarsh', description: 'Things for a house by the sea' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <ShopFrame>{children}</ShopFrame>
      </body>
    </html>
  )
}
