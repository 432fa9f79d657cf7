import { configure } from '@testing-library/react'

/** What is waited for takes as long as it takes on a machine that does other things too. */
configure({ asyncUtilTimeout: 20_000 })
