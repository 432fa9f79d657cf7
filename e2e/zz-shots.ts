import { launchBrowser } from '/work/wt/documents-web/e2e/browser.ts'
import { signInByApi } from '/work/wt/documents-web/e2e/given/calls.ts'
import { enterAs, settled } from '/work/wt/documents-web/e2e/given/door.ts'

const url = 'http://localhost:4410'
const admin = await signInByApi(url, 'admin@learnt.example')
const get = async (p) => (await admin.fetch(p)).json()
const post = async (p, body, method = 'POST') => {
  const r = await admin.fetch(p, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), origin: url },
    body: JSON.stringify(body),
  })
  return r.json()
}
let list = await get('/api/learning-packages?limit=10')
if (list.total === 0 || !list.items.length) {
  const courses = (await get('/api/courses?limit=10&status=published&isBundle=false')).items
  const bundle = (await get('/api/courses?limit=10&status=published&isBundle=true')).items
  const p = await post('/api/learning-packages', { title: 'Onboarding for new colleagues', category: 'Onboarding' })
  const items = [...courses.slice(0, 3), ...bundle.slice(0, 1)].map((c, i) => ({
    documentType: 'course',
    documentId: c.id,
    isRequired: i !== 2,
  }))
  const s = await post(
    `/api/learning-packages/${p.id}/draft`,
    {
      revision: p.revision,
      content: {
        ...p.content,
        description: 'Everything that new colleagues need in their first weeks.',
        tags: ['new'],
        items,
      },
    },
    'PUT',
  )
  console.log(JSON.stringify(s).slice(0, 200))
  const pub = await post(`/api/learning-packages/${p.id}/publish`, { revision: s.revision })
  console.log(JSON.stringify(pub).slice(0, 200))
  await post('/api/learning-packages', { title: 'Return to work', category: 'HR' })
  list = await get('/api/learning-packages?limit=10')
}
const id = list.items.find((x) => x.activityCount > 0).id
console.log(JSON.stringify(list).slice(0, 600))
const course = (await get('/api/courses?limit=1&status=published&isBundle=false')).items[0]
const bundle = (await get('/api/courses?limit=1&isBundle=true')).items[0]
const pages = {
  lplist: '/apps/admin/learning-packages',
  lpnew: '/apps/admin/learning-package',
  lpone: `/apps/admin/learning-package/${id}`,
  lppeople: `/apps/admin/learning-package/${id}?tab=people`,
  lpversions: `/apps/admin/learning-package/${id}?tab=versions`,
  lpsettings: `/apps/admin/learning-package/${id}?tab=settings`,
  courses: '/apps/admin/courses',
  course: `/apps/admin/courses/${course.id}`,
  bundle: `/apps/admin/courses/${bundle.id}`,
  permissions: '/apps/admin/permissions',
}
const only = process.argv[2]?.split(',')
const browser = await launchBrowser()
const looks = (process.argv[3] ?? 'dl,pd').split(',')
for (const look of looks) {
  const phone = look[0] === 'p',
    dark = look[1] === 'd'
  const ctx = await browser.newContext({
    baseURL: url,
    viewport: phone ? { width: 390, height: 844 } : { width: 1366, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    locale: process.argv[4] ?? 'en-GB',
    isMobile: phone,
  })
  const page = await ctx.newPage()
  page.on('console', (m) => {
    if (m.type() === 'error' || m.type() === 'warning') console.log(look, m.text().slice(0, 300))
  })
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  await enterAs(page, admin)
  for (const [name, address] of Object.entries(pages)) {
    if (only && only[0] !== 'all' && !only.includes(name)) continue
    await page.goto(address)
    await settled(page).catch((e) => console.log(name, e.message.slice(0, 200)))
    await page.screenshot({ path: `/tmp/dw-${name}-${look}.png`, fullPage: !phone || true })
  }
  await ctx.close()
}
await browser.close()
