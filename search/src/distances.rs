//! How far studies are from a place.

use tantivy::DocId;

use crate::{
    facts_file::Columns,
    place::{Chord, Point},
};

/// Distances from a place. Many sites share one, and so each is reckoned once, when it is first needed.
pub(crate) struct Distances<'a> {
    here: Point,
    columns: Columns<'a>,
    /// Nought for what is not known yet.
    known: Vec<Chord>,
}

impl<'a> Distances<'a> {
    pub(crate) fn from(here: Point, columns: Columns<'a>) -> Self {
        Self { here, columns, known: vec![Chord::NOUGHT; columns.points.len()] }
    }

    /// How far the nearest open site of a study is.
    pub(crate) fn nearest(&mut self, doc: DocId) -> Chord {
        let mut nearest = Chord::NOWHERE;
        for place in self.columns.places.of(doc) {
            let place = u32::from_le_bytes(*place) as usize;
            let Some(known) = self.known.get_mut(place) else { continue };
            if *known == Chord::NOUGHT {
                *known = self.here.chord_to(Point::read(&self.columns.points[place])).or_a_hair();
            }
            if *known < nearest {
                nearest = *known;
            }
        }
        nearest
    }
}
