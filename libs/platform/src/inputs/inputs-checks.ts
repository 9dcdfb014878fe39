import { getMetadataStorage, type MetadataStorage, ValidationTypes } from 'class-validator';

type ValidationMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];
type Input = new () => object;
type Values = Record<string, unknown>;

/** A check as class-validator declares it. */
interface Check {
  name: string;
  passes(value: unknown, of: Values): boolean;
}

/** The checks of one property, in their order, and when they apply. */
interface Checks {
  property: string;
  applies: ((of: Values, value: unknown) => boolean)[];
  checks: Check[];
}

const compiled = new WeakMap<Input, Checks[]>();

/**
 * The name of the first check that each property fails. The decorators of class-validator are read once for each class; its own
 * `validateSync` reads them again for each value, which takes longer than the checks.
 */
export function failedChecks(input: Input, made: Values): Map<string, string> {
  let all = compiled.get(input);
  if (!all) {
    all = compile(input);
    compiled.set(input, all);
  }
  const failed = new Map<string, string>();
  for (const { property, applies, checks } of all) {
    const value = made[property];
    if (!applies.every((decide) => decide(made, value))) continue;
    const check = checks.find((one) => !one.passes(value, made));
    if (check) failed.set(property, check.name);
  }
  return failed;
}

function compile(input: Input): Checks[] {
  const storage = getMetadataStorage();
  const declared = storage.getTargetValidationMetadatas(input, '', false, false);
  return Object.entries(storage.groupByPropertyName(declared)).map(([property, list]) => {
    const isFirst = ({ type }: ValidationMetadata) => type === ValidationTypes.IS_DEFINED;
    const conditions = list.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
    const custom = list.filter(({ type }) => type === ValidationTypes.CUSTOM_VALIDATION);
    return {
      property,
      applies: conditions.map(({ constraints }) => constraints[0] as Checks['applies'][number]),
      checks: [...list.filter(isFirst), ...custom].flatMap(checksOf),
    };
  });
}

function checksOf(declared: ValidationMetadata): Check[] {
  const { constraintCls, constraints, each, propertyName: property, target } = declared;
  const targetName = typeof target === 'string' ? target : target.name;
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ name, instance }) => {
      const holds = (value: unknown, object: object) =>
        instance.validate(value, { value, object, property, constraints, targetName }) === true;
      const passes = (value: unknown, of: object) =>
        each && Array.isArray(value) ? value.every((one) => holds(one, of)) : holds(value, of);
      return { name, passes };
    });
}
