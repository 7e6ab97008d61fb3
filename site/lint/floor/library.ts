import { featureAt, missingFeature } from './support.ts';

/** The parts of MDN's data that describe the APIs of scripts. */
const APIS = ['api'];
const BUILTINS = ['javascript', 'builtins'];

/**
 * Rewrites a file of TypeScript's library so that everything the floor lacks is optional. The type check then demands a
 * guard or an optional call where a script uses it. The files are generated and have one member per line.
 */
export function libraryOfFloor(declarations: string): string {
  let owner: Owner | null = null;
  const lines = declarations.split('\n').map((line) => {
    const opening = /^(?:declare )?(?:interface (\w+)|var (\w+):).*\{$/.exec(line);
    if (opening) {
      owner = opening[1] ? ownerOf(opening[1]) : { name: opening[2] ?? '', isStatic: true };
      return owner.isStatic && opening[2] && isMissing(owner.name)
        ? line.replace(/: \{$/, ': undefined | {')
        : line;
    }
    if (line.startsWith('}')) {
      owner = null;
    }
    return owner ? optionalMember(line, owner) : optionalFunction(line);
  });
  return lines.join('\n');
}

/** The owner of the members: a class's instances, or the class itself. */
type Owner = { name: string; isStatic: boolean };

function ownerOf(name: string): Owner {
  const built = /^(\w+)Constructor$/.exec(name)?.[1];
  return built && featureAt(...BUILTINS, built) ? { name: built, isStatic: true } : { name, isStatic: false };
}

/** Makes a member optional if the floor lacks it. An accessor can't be optional, so it becomes a property. */
function optionalMember(line: string, owner: Owner): string {
  const member = /^ {4}((?:readonly )?)((?:get |set )?)(\w+)([(<:].*)$/.exec(line);
  if (!member) {
    return line;
  }
  const [, readonly = '', accessor = '', name = '', rest = ''] = member;
  if (!isMemberMissing(owner, name)) {
    return line;
  }
  if (accessor === 'set ') {
    return '';
  }
  return `    ${readonly}${name}?${accessor === 'get ' ? rest.replace('()', '') : rest}`;
}

/** Makes a global function optional if the floor lacks it. */
function optionalFunction(line: string): string {
  const declared = /^declare function (\w+)((?:<.*>)?\(.*\)): (.*);$/.exec(line);
  const [, name = '', parameters = '', result = ''] = declared ?? [];
  return declared && isMissing(name)
    ? `declare const ${name}: (${parameters} => ${result}) | undefined;`
    : line;
}

/** Whether the floor lacks a global name. */
export function isMissing(name: string): boolean {
  const places = [
    [...APIS, name],
    [...APIS, 'Window', name],
    [...BUILTINS, name],
  ];
  const known = places.find((place) => featureAt(...place)?.__compat);
  return known !== undefined && missingFeature(...known) !== null;
}

function isMemberMissing({ name: owner, isStatic }: Owner, name: string): boolean {
  for (const part of [APIS, BUILTINS]) {
    if (featureAt(...part, owner)) {
      const member = isStatic && part === APIS ? `${name}_static` : name;
      return missingFeature(...part, owner, member) !== null;
    }
  }
  // A mixin: the data lists its members with each interface that includes it.
  return !isStatic && owners(name).length > 0 && owners(name).every((place) => missingFeature(...place));
}

const OWNERS = new Map<string, string[][]>();

/** The places in the data of all members with this name. */
export function owners(name: string): string[][] {
  if (OWNERS.size === 0) {
    for (const part of [APIS, BUILTINS]) {
      for (const owner of Object.keys(featureAt(...part) ?? {})) {
        for (const member of Object.keys(featureAt(...part, owner) ?? {})) {
          const plain = member.replace(/_static$/, '');
          OWNERS.set(plain, [...(OWNERS.get(plain) ?? []), [...part, owner, member]]);
        }
      }
    }
  }
  return OWNERS.get(name) ?? [];
}
