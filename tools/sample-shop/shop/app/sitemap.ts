import { allProducts } from '../server/catalogue'

export async function sitemap() {
  const products = await allProducts()
  return products.map((slug) => ({ url: `https://shop.example.com/product/${slug}` }))
}
