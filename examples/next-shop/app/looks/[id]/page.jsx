import { Look } from '../../../components/look.jsx'

export default async function Page({ params }) {
  return <Look id={(await params).id} />
}
