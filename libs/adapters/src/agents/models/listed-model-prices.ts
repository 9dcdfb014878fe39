import { readFileSync } from 'node:fs';
import { type ModelPrice, ModelPrices } from '@tandem/domain/agents/models/model-prices.port';
import { needing } from '@tandem/domain/core/use-case';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { type ModelPriceRow, modelPriceRows } from './model-price-rows.js';

/** The prices of the operator's own file, then those that Tandem brings along. */
export class ListedModelPrices extends needing({ settings: SettingsToken }, ModelPrices) {
  private readonly lists = [
    this.settings.MODEL_PRICES_FILE,
    modelPriceRows(readFileSync(new URL('../../../model-prices.json', import.meta.url), 'utf8')),
  ];

  find(model: string): ModelPrice | undefined {
    const row = this.rowOf(model);
    if (!row) return undefined;
    return { input: row.input, cachedInput: row.cached_input, output: row.output, maxOutput: row.max_output };
  }

  entryOf(model: string): string | undefined {
    const row = this.rowOf(model);
    return row && nameOf(row);
  }

  private rowOf(model: string): ModelPriceRow | undefined {
    return this.lists.map((rows) => fittest(rows, model)).find((found) => found !== undefined);
  }
}

const nameOf = ({ provider, model }: ModelPriceRow) => `${provider}/${model}`;

/** The row of this very model; otherwise the one whose beginning fits it longest. */
function fittest(rows: readonly ModelPriceRow[], model: string): ModelPriceRow | undefined {
  const begins = (row: ModelPriceRow) => row.model.endsWith('*') && model.startsWith(nameOf(row).slice(0, -1));
  const fitting = rows.filter(begins).sort((a, b) => b.model.length - a.model.length);
  return rows.find((row) => nameOf(row) === model) ?? fitting[0];
}
