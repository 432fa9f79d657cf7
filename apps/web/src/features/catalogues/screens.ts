import { api } from '@learnt/contract'
import type { Demonstration, PageNotes, Screens } from '../../testing/screens.ts'

const route = '/apps/optional-learning/listing'

export const screens: Screens = async ({ learner }) => [
  { name: 'catalogue', as: 'learner', route },
  { name: 'catalogue-item', as: 'learner', route, address: `${route}?item=${await findRequested(learner)}` },
  { name: 'my-requests', as: 'learner', route, address: `${route}?tab=requests` },
]

async function findRequested(learner: Demonstration['learner']): Promise<string> {
  const { items } = await learner.call(api.catalogues.list)
  const one = items.find((card) => card.button === 'requested') ?? items[0]
  if (!one) throw new Error('The demonstration has nothing in its catalogue')
  return `${one.documentType}:${one.documentId}`
}

export const notes: PageNotes = {
  '/apps/optional-learning/listing': { remark: 'each item by `?item=`, own requests by `?tab=requests`' },
}
