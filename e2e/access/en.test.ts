import { testPagesIn } from '../given/access.ts'

testPagesIn('en')
