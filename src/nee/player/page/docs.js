// The OpenAPI description, to be read. It comes from this server, and so does all that shows it.

import { element } from "./elements.js";

const { info, paths, components } = await (await fetch("/openapi.json")).json();

/** An example of a schema's shape, with the names of the types where the values would stand. */
function shape(schema, depth = 0) {
  if (schema.$ref) return depth > 4 ? "…" : shape(components.schemas[schema.$ref.split("/").at(-1)], depth + 1);
  if (schema.anyOf) {
    const shapes = schema.anyOf.map(part => shape(part, depth));
    return shapes.every(one => typeof one === "string") ? shapes.join(" or ") : shapes[0];
  }
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.const !== undefined) return schema.const;
  if (schema.prefixItems) return schema.prefixItems.map(item => shape(item, depth));
  if (schema.type === "array") return [shape(schema.items ?? {}, depth), "…"];
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, shape(part, depth)]));
  const { type = "anything", minimum = 0, maximum, exclusiveMaximum: end, pattern } = schema;
  if (maximum !== undefined) return `${type} from ${minimum} to ${maximum}`;
  if (end !== undefined) return `${type} from ${minimum} to below ${Number.isSafeInteger(end) ? end : `2^${Math.log2(end)}`}`;
  return pattern ? `${type} like ${pattern}` : type;
}

const main = document.querySelector("main");
main.append(element("p", "", info.description));
for (const [path, methods] of Object.entries(paths)) {
  for (const [method, { description, requestBody, responses }] of Object.entries(methods)) {
    const section = element("section", "", element("h2", "", element("code", "", `${method.toUpperCase()} ${path}`)), element("p", "", description));
    const body = requestBody && Object.entries(requestBody.content)[0];
    if (body) section.append(element("h3", "", `asks with ${body[0]}`), element("pre", "", JSON.stringify(shape(body[1].schema), null, 2)));
    section.append(element("h3", "", "answers"));
    for (const [code, answer] of Object.entries(responses)) section.append(element("p", "", element("code", "", code), ` ${answer.description}`));
    main.append(section);
  }
}
for (const scrolled of main.querySelectorAll("pre")) scrolled.tabIndex = 0;
