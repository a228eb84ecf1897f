import { join } from 'node:path'
import { renderSettingsPage, settingsPage } from './settings-page.ts'

await Bun.write(join(import.meta.dir, '../../..', settingsPage), await renderSettingsPage())
