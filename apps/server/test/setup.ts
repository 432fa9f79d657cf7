import { afterAll } from 'vitest'
import '../src/app.ts' // adds the texts of the features
import { hashCheaply } from '../src/platform/session/password.ts'
import { endFile } from './end-of-file.ts'

// Runs before each file. Files of a worker share their modules only: each file closes what it opens.
hashCheaply()
afterAll(endFile)
