import { ShopFrame } from '../components/shop-frame.jsx'
import '../app/shop.css'

export default function App({ Component, pageProps }) {
  return (
    <ShopFrame>
      <Component {...pageProps} />
    </ShopFrame>
  )
}
