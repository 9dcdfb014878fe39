import { readFileSync } from 'node:fs';
import { type ListedPrice, ModelPrices } from '@tandem/domain/agents/models/model-prices.port';
import { uses } from '@tandem/domain/core/use-case';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { type ModelPriceRow, modelPriceRows } from './model-price-rows.js';

/** Prices from the operator's file, which take precedence over the bundled ones. */
export class ListedModelPrices extends uses({ settings: SettingsToken }, ModelPrices) {
  private readonly lists = [
    this.settings.MODEL_PRICES_FILE,
    modelPriceRows(readFileSync(new URL('../../../model-prices.json', import.meta.url), 'utf8')),
  ];

  find(model: string): ListedPrice | undefined {
    const row = this.lists.map((rows) => bestMatch(rows, model)).find((found) => found !== undefined);
    if (!row) return undefined;
    const { input, cached_input: cachedInput, output, max_output: maxOutput } = row;
    return { entry: nameOf(row), input, cachedInput, output, maxOutput };
  }
}

const nameOf = ({ provider, model }: ModelPriceRow) => `${provider}/${model}`;

/** The row with exactly the model's name, otherwise the longest matching prefix: a name that ends with `*`. */
function bestMatch(rows: readonly ModelPriceRow[], model: string): ModelPriceRow | undefined {
  const hasPrefix = (row: ModelPriceRow) => row.model.endsWith('*') && model.startsWith(nameOf(row).slice(0, -1));
  const matching = rows.filter(hasPrefix).sort((a, b) => b.model.length - a.model.length);
  return rows.find((row) => nameOf(row) === model) ?? matching[0];
}
