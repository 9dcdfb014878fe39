import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const integrationKeysGlossary = glossary(`
provider | Whose key it is. | "openai"
key | The provider's key: sealed at rest and never shown again. Required where none is stored. | "sk-proj-4f7Qm2ZxT9cRkV1b"
base_url | Where the API is, if not at the provider's usual address. Another host without a new key clears the stored one. |
key_hint | The last characters of the key; null when none is stored any more. | "…kV1b"
last_verified_at | When the provider last accepted the key; null if never. | "2026-11-21T09:30:00.000Z"
valid | Whether the provider accepts the key now. | true
reason | Why the key could not be verified; null when it is valid. |
`);

export const integrationKeysProblems = problemCodes(`
provider_taken | 409 | Provider taken | A key of this provider was stored at the same moment. | Repeat the request.
`);
